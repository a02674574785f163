import { expect, type Member, test } from "../kit/browser/fixtures";
import { texts } from "../kit/data/texts";

const common = texts("ja", "common");
const errors = texts("ja", "errors");
const support = texts("ja", "support");
const account = texts("ja", "account");
const dao = texts("ja", "dao");
const store = texts("ja", "store");

// The browser also logs the failed response.
test.use({ allowed: [/status of 50\d/] });

interface Frame {
  area: string;
  /** The start page, and the link there to the failing page. */
  from: string;
  link: RegExp | string;
  /** Path of the failing API call. */
  call: string;
  /** Name of the area's tabs; undefined if the area has only a page head. */
  tabs?: string;
  /** The heading while the page fails, and after it has loaded. */
  failing: string;
  heading: RegExp | string;
}

const frames: Frame[] = [
  {
    area: "my page",
    from: "/my-page/tools",
    link: common("nav.orders"),
    call: "/order-service",
    tabs: common("nav.myPage"),
    failing: common("nav.myPage"),
    heading: common("nav.myPage"),
  },
  {
    area: "the store",
    from: "/store/products",
    link: /空とぶ灯籠|灯籠/,
    call: "/api/store/products/",
    failing: store("title"),
    heading: /灯籠/,
  },
  {
    area: "support",
    from: "/support/faq",
    link: common("nav.requests"),
    call: "/api/support/inquiries",
    tabs: common("nav.support"),
    failing: support("list.title"),
    heading: support("list.title"),
  },
  {
    area: "the DAO",
    from: "/dao",
    link: common("nav.daoMembers"),
    call: "/api/dao/members",
    tabs: common("nav.dao"),
    failing: dao("members.title"),
    heading: dao("members.title"),
  },
];

test.describe("a client navigation to a page that fails keeps the frame, and can be tried again @scripts-only", () => {
  for (const { area, from, link, call, tabs, failing, heading } of frames) {
    test(`keeps header and footer, and a way to try again, in ${area}`, async ({
      page,
      sandbox,
      signIn,
      member,
      checkA11y,
    }) => {
      await signIn(page, member);
      await page.goto(from);
      const main = page.getByRole("main");
      const frame = tabs ? main.getByRole("navigation", { name: tabs, exact: true }) : undefined;
      await expect(main.getByRole("heading", { level: 1 })).toBeVisible();
      // Marks the element to check that it is kept and not rendered again.
      await frame?.evaluate((element) => element.setAttribute("data-kept", ""));
      await failFor(sandbox, member, call);
      await main.getByRole("link", { name: link }).first().click();
      const alert = main.getByRole("alert");
      await expect(alert).toContainText(errors("http.unexpected"));
      await expect(main.getByRole("heading", { level: 1 })).toHaveText(failing);
      if (frame) await expect(frame).toHaveAttribute("data-kept", "");
      await checkA11y(page);

      await sandbox.faults([]);
      await alert.getByRole("link", { name: errors("boundary.retry") }).click();
      await expect(alert).toBeHidden();
      await expect(main.getByRole("heading", { level: 1 })).toHaveText(heading);
    });
  }

  // Account pages make no API call, so the site's own response fails.
  test("keeps header and footer in an account's pages", async ({ page, checkA11y }) => {
    await page.goto("/sign-in");
    const main = page.getByRole("main");
    await page.route(/_data=routes%2Faccount%2Ffind-password/, (route) =>
      route.fulfill({
        status: 503,
        headers: { "X-Remix-Catch": "yes", "Content-Type": "application/json" },
        body: JSON.stringify({ messageKey: "errors:http.unexpected" }),
      }),
    );
    await main.getByRole("link", { name: account("signIn.forgot") }).click();
    const alert = main.getByRole("alert");
    await expect(alert).toContainText(errors("http.unexpected"));
    await expect(main.getByRole("heading", { level: 1 })).toHaveText(account("find.title"));
    await checkA11y(page);
    await alert.getByRole("link", { name: errors("boundary.retry") }).click();
    await expect(alert).toBeHidden();
    await expect(page.getByLabel(account("signIn.email"), { exact: true })).toBeVisible();
  });
});

function failFor(
  sandbox: { faults(rules: { path: string; member: number; status: number }[]): Promise<void> },
  { id }: Member,
  path: string,
): Promise<void> {
  return sandbox.faults([{ path, member: id, status: 500 }]);
}
