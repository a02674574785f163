/** One session state per tab (docs/decisions/0036-session-of-a-tab.md): effects of another tab on a member's page. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, type Member, test } from "../kit/browser/fixtures";
import { hydrated } from "../kit/browser/hydrated";
import { texts } from "../kit/data/texts";

const t = texts("ja", "common");
const store = texts("ja", "store");

/** The item of /store/products/1. */
const LANTERNS = "空の灯籠（三つ組）";

/** Buys from the balance. @returns the URL of the page that confirms it */
async function buy(page: Page): Promise<string> {
  await page.goto("/store/products/1");
  await page.getByRole("checkbox", { name: store("item.confirm") }).check();
  await page.getByRole("button", { name: store("item.buy"), exact: true }).click();
  await expect(page).toHaveURL(/\/store\/products\/complete/);
  await expect(
    page.getByRole("heading", { name: store("done.title.thing", { name: LANTERNS }) }),
  ).toBeVisible();
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** Fills in and submits an order form. @returns the URL of the confirmation page */
async function order(page: Page): Promise<string> {
  await page.goto("/store/products/3/checkout");
  const fill = (name: string, value: string) =>
    page.getByLabel(store(`checkout.${name}`), { exact: true }).fill(value);
  await fill("customerPhone", "090 1234 5678");
  await fill("shippingPhone", "090 1234 5678");
  await fill("postalCode", "1000001");
  await fill("address", "千代田1-1");
  await fill("detailedAddress", "3階");
  await page.getByRole("radio", { name: store("checkout.methodCard") }).check();
  await page.getByRole("checkbox", { name: store("checkout.thirdParty") }).check();
  await page.getByRole("checkbox", { name: store("checkout.process") }).check();
  await page.getByRole("button", { name: store("checkout.submit") }).click();
  await expect(page).toHaveURL(/\/checkout\/confirm$/);
  return "/store/products/3/checkout/confirm";
}

const pagesOf = (member: Member, order: string) => [
  "/my-page",
  "/my-page/profile",
  "/my-page/history",
  "/my-page/ecommerce-history",
  order,
  "/my-page/tools",
  "/my-page/terminate",
  "/store/products",
  "/store/products/1",
  "/store/products/3/checkout",
  "/store/soria-exchange",
  "/support/requests",
  `/support/requests/${member.inquiries[0]}`,
  "/support/inquiries",
  `/support/inquiries/${member.inquiries[0]}`,
  "/support/inquiry",
  "/dao",
  "/dao/suggestions",
  "/dao/suggestions/mine",
  "/dao/suggestions/19",
  "/dao/suggestions/19/voters",
  "/dao/suggestions/19/debates/1",
  "/dao/members",
  "/dao/report?target=COMMENT&id=1",
];

/** Returns the pages for members (app/routes.md) that are not in `paths`. `/store` redirects to its list. */
function missingIn(paths: string[]): string[] {
  const rows = readFileSync("app/routes.md", "utf8").matchAll(/^\| `([^`]+)` \| member \| `([^`]+)` \|/gm);
  const pages = [...rows].filter(([, path, file]) => file?.endsWith(".tsx") && path !== "/store");
  expect(pages.length).toBeGreaterThan(15);
  const isVisited = (pattern = "") => {
    const shape = new RegExp(`^${pattern.replace(/:\w+/g, "[^/?]+")}(\\?|$)`);
    return paths.some((path) => shape.test(path));
  };
  return pages.map(([, path = ""]) => path).filter((path) => !isVisited(path));
}

const invitation = (page: Page) => page.getByRole("heading", { level: 1, name: t("session.title") });

/** Broadcasts from another tab who is signed in, as the site's pages do. */
const tell = (tab: Page, who: string, name?: string) =>
  tab.evaluate(
    ([mark, lastName]) =>
      new BroadcastChannel("signed-in").postMessage({
        who: mark,
        user: mark ? { firstName: "", lastName } : null,
      }),
    [who, name ?? ""] as const,
  );

test("every member's page hides its content on a sign-out and for another member @scripts-only", async ({
  page,
  context,
  sandbox,
  signIn,
}) => {
  const member = await sandbox.makeMember({
    inquiries: [{}],
    history: 3,
    orders: 1,
    balances: { soria: 4_321 },
  });
  await signIn(page, member);
  const tab = await context.newPage();
  await tab.goto("/terms-of-use", { waitUntil: "load" });
  await hydrated(tab);
  await page.goto("/my-page/ecommerce-history");
  const orderLink = page.getByRole("main").locator("a[href^='/my-page/ecommerce-history/']").first();
  const number = (await orderLink.getAttribute("href")) ?? "";
  const paths = [...pagesOf(member, number), await buy(page), await order(page)];
  expect(missingIn(paths), "pages of members that are not visited").toEqual([]);
  for (const path of paths) {
    await page.goto(path);
    const before = await page.getByRole("main").innerText();
    await tell(tab, "");
    await expect(invitation(page), path).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText(member.email);
    await expect(page.getByRole("main")).not.toContainText("4,321");
    await expect(page.getByRole("main").locator("input, textarea")).toHaveCount(0);
    const back = page.getByRole("main").getByRole("link", { name: t("nav.signIn") });
    await expect(back).toHaveAttribute("href", `/sign-in?redirectTo=${encodeURIComponent(path)}`);
    await tell(tab, "another-member", "水野");
    await expect(page.getByRole("heading", { name: t("session.otherTitle") })).toBeVisible();
    await expect(page.getByText(/水野.*さんがサインインした/)).toBeVisible();
    // The same member again: the page is restored.
    const who = await page.evaluate(() => {
      const data = window.__remixContext.state.loaderData ?? {};
      return (data["root"] as { who: string }).who;
    });
    await tell(tab, who);
    await expect(page.getByRole("main")).toHaveText(before, { useInnerText: true });
  }
});

test("a sign-out in another tab hides the page, and the sign-in leads back @scripts-only", async ({
  page,
  context,
  member,
  signIn,
  checkA11y,
}) => {
  await signIn(page, member);
  await page.goto("/my-page/profile");
  const field = page.getByLabel(texts("ja", "account")("name.last"));
  await expect(field).toBeVisible();
  const tab = await context.newPage();
  await tab.goto("/news");
  await tab.getByRole("banner").locator(`summary[aria-label*="${member.lastName}"]`).press("Enter");
  await tab
    .getByRole("button", { name: t("nav.signOut") })
    .first()
    .click();
  await expect(invitation(page)).toBeVisible();
  await expect(field).toBeHidden();
  await checkA11y(page);
  await page
    .getByRole("main")
    .getByRole("link", { name: t("nav.signIn") })
    .click();
  await expect(page).toHaveURL(/sign-in\?redirectTo=%2Fmy-page%2Fprofile/);
});

test("a tab that becomes visible requests who is signed in @scripts-only", async ({ page, signIn }) => {
  await signIn(page);
  await page.goto("/my-page/profile");
  // No other tab is involved: the session ended elsewhere.
  await page.context().clearCookies();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(invitation(page)).toBeVisible();
  await expect(page).toHaveURL("/my-page/profile");
});

test("a page restored from the back/forward cache shows nothing of a member who has signed out @scripts-only", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.goto("/my-page/profile");
  await page.context().clearCookies();
  await page.route("**/*_data=root", () => undefined);
  await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
    // Written by the page that signed out.
    localStorage.setItem("signed-in", "");
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await expect(page.getByRole("heading", { name: t("session.title") })).toBeVisible();
  await expect(page).toHaveURL("/my-page/profile");
});

test("older forms of an item in other tabs buy once for each content, however they are pressed", async ({
  page,
  context,
  sandbox,
  signIn,
}) => {
  const member = await sandbox.makeMember({ balances: { soria: 50_000 } });
  await signIn(page, member);
  const tabs = [page, await context.newPage(), await context.newPage()];
  for (const tab of tabs) await tab.goto("/store/products/1");
  const press = async (tab: Page, quantity: string) => {
    await tab.locator("input[name=quantity]").fill(quantity);
    await tab.getByRole("checkbox", { name: store("item.confirm") }).check();
    await tab.getByRole("button", { name: store("item.buy"), exact: true }).dblclick();
    await expect(tab).toHaveURL(/\/store\/products\/complete/);
    const what = quantity === "1" ? LANTERNS : `${LANTERNS} × ${quantity}`;
    // The first page of a purchase names the thing; the last tab's press shows a purchase that has had its page.
    const first = tab.getByRole("heading", { name: store("done.title.thing", { name: what }) });
    const later = tab.getByRole("heading", { name: store("complete.status.done.title") });
    await expect(first.or(later)).toBeVisible();
  };
  await press(tabs[0] as Page, "1");
  await press(tabs[1] as Page, "2");
  await press(tabs[2] as Page, "2");
  // One piece, and two pieces, at 300 each.
  expect(await sandbox.balances(member)).toMatchObject({ soria: 50_000 - 300 - 600 });
});

test("Back to a purchase whose money was given back meanwhile says so", async ({ page, sandbox, signIn }) => {
  const member = await sandbox.makeMember({ balances: { soria: 50_000 } });
  await signIn(page, member);
  await buy(page);
  await page.goto("/store/products/3");
  const [bought] = (await sandbox.books(member.id)).transactions;
  await sandbox.refund(bought?.id ?? "");
  // The page's new outcome redirects to the page itself, once. A browser that goes back repeats stored redirects.
  await page.goBack();
  await expect(page.getByRole("heading", { name: store("complete.status.refunded.title") })).toBeVisible();
});
