/** The sandbox's desk, as developers use it. Its pages have no scripts, so both projects test the same. */
import { expect, test } from "../kit/browser/fixtures";
import { NEEDS_SANDBOX } from "../kit/programs/running-site";

const desk = process.env["SORIA_E2E_SANDBOX"] ?? "";
test.skip(!desk, NEEDS_SANDBOX);
/** Otherwise the fixture waits for the site's scripts. */
const load = { waitUntil: "load" } as const;

test("a member is found, edited and signed in as", async ({ page, member }) => {
  await page.goto(desk, load);
  await page.getByLabel("E-mail, name, address or id").fill(member.email);
  await page.getByRole("button", { name: "Find" }).click();
  await page.getByRole("link", { name: `Edit ${member.email}` }).click();

  await page.getByLabel("Soria", { exact: true }).fill("4321");
  await page.getByRole("button", { name: "Keep", exact: true }).first().click();
  await expect(page.getByRole("status")).toHaveText("The member is changed.");
  await expect(page.getByLabel("Soria", { exact: true })).toHaveValue("4321");

  await page.getByRole("button", { name: `Sign in as ${member.email}` }).click();
  await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/$/);
  await page.goto("/my-page/profile", load);
  await expect(page).toHaveURL(/\/my-page\/profile$/);
});

test("a suspended member who is signed in as reads why", async ({ page, sandbox }) => {
  const { id } = await sandbox.makeMember({ state: "suspended" });
  await page.goto(`${desk}/desk/members/${id}`, load);
  await page.getByRole("button", { name: /^Sign in as/ }).click();
  await expect(page).toHaveURL(/\/access-denied$/);
});

test("axe finds nothing on any page, by day and by night, and none is wider than a phone", async ({
  page,
  member,
  checkA11y,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const pages = [
    "/",
    `/desk/members/${member.id}`,
    "/desk/scenarios",
    "/desk/rules",
    "/desk/calls",
    "/desk/settings",
    "/desk/reset",
  ];
  for (const path of pages) {
    await page.goto(desk + path, load);
    await checkA11y(page, { night: true });
    const width = await page.locator("html").evaluate((html) => html.scrollWidth);
    expect(width, path).toBeLessThanOrEqual(390);
  }
});
