import { expect, test } from "../kit/browser/fixtures";

test("a member who signs in is known on every page [A111.1]", async ({ page, signIn, member }) => {
  await page.goto("/");
  await expect(page.getByText(member.email)).toHaveCount(0);
  await signIn(page);
  await page.goto("/news");
  // In the header's menu and in the phone's.
  await expect(page.getByText(member.email)).toHaveCount(2);
});

test("a page that is cached for everybody has nothing of one visitor", async ({
  page,
  browser,
  signIn,
  member,
  baseURL,
}) => {
  const asGuest = async () => {
    const context = await browser.newContext({ baseURL: baseURL ?? "" });
    const response = await context.request.get("/news");
    const html = await response.text();
    await context.close();
    return { headers: response.headers(), html };
  };
  await signIn(page);
  await page.goto("/news");
  // In the header's menu and in the phone's.
  await expect(page.getByText(member.email)).toHaveCount(2);
  const own = await page.request.get("/news");
  expect(own.headers()["cache-control"]).toBe("private, no-store");

  const after = await asGuest();
  expect(after.html).not.toContain(member.email);
  expect(after.headers["cache-control"]).toMatch(/^public, max-age=0, s-maxage=5,/);
  expect(after.headers["set-cookie"]).toBeUndefined();
  expect(after.html).not.toContain(after.headers["x-request-id"]);
});
