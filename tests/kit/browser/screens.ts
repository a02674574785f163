import type { MemberOrder } from "../visitors/sandbox-client";

/**
 * All screens with an address in the sandbox's content, for checks of every screen. Screens that need a preceding
 * step (`stepScreens`) are checked by the journeys that lead there.
 */
export const guestScreens = [
  "/",
  "/introduction",
  "/news",
  "/news/3",
  "/download",
  "/download?platform=ios",
  "/support/faq",
  "/support/inquiry",
  "/support/inquiries",
  "/terms-of-use",
  "/privacy-policy",
  "/dao",
  "/dao/operating-method",
  "/sign-in",
  "/sign-in?mode=wallet",
  "/signin",
  "/game/news/3",
  "/not-found",
  "/sign-up",
  "/find-password",
  "/find-password/email-sent",
  "/nowhere",
];

/** One page of each kind that a guest sees. */
export const guestKinds = [
  "/",
  "/introduction",
  "/news",
  "/news/3",
  "/download",
  "/support/faq",
  "/support/inquiry",
  "/terms-of-use",
  "/dao",
  "/sign-in",
  "/sign-up",
  "/find-password",
  "/nowhere",
];

/** One page of most kinds that only members see. */
export const memberKinds = [
  "/my-page/profile",
  "/my-page/ecommerce-history",
  "/my-page/terminate",
  "/store/products",
  "/store/products/1",
  "/store/products/3/checkout",
  "/store/soria-exchange",
  "/dao/suggestions",
  "/dao/suggestions/19",
  "/dao/suggestions/19/debates/1",
  "/dao/report?target=COMMENT&id=1",
  "/support/requests",
];

/** Screens of a member's own area. Single items and orders come from its lists (`detailsIn`). */
export const accountScreens = [
  "/my-page",
  "/my-page/tools",
  "/my-page/profile",
  "/my-page/history",
  "/my-page/ecommerce-history",
  "/my-page/terminate",
  "/store/products",
  "/store/products?page=2",
  // Sold with delivery: it has an order form.
  "/store/products/3",
  "/store/soria-exchange",
];

export const communityScreens = [
  "/",
  "/dao",
  "/dao/suggestions",
  "/dao/suggestions/mine",
  "/dao/suggestions/19",
  "/dao/suggestions/10",
  "/dao/suggestions/7",
  "/dao/suggestions/19/debates/1",
  "/dao/suggestions/19/voters",
  "/dao/report?target=COMMENT&id=1",
  "/dao/members",
  "/dao/operating-method",
  "/support/inquiry",
  "/support/requests",
];

/** Sets of screens, and the member who opens them. */
export const screenSets: { name: string; of: string; screens: string[]; as?: MemberOrder }[] = [
  { name: "guest", of: "a guest", screens: guestScreens },
  {
    name: "account",
    of: "my page and the store",
    screens: accountScreens,
    as: { history: 30, orders: 12, balances: { soria: 700 } },
  },
  {
    name: "community",
    of: "the DAO and of support",
    screens: communityScreens,
    as: { inquiries: [{ messages: ["a", "b"] }] },
  },
];

/** Patterns of app/routes.ts whose screens need a preceding step, with the test that checks them. */
export const stepScreens: Record<string, string> = {
  "/change-password": "tests/e2e/account-hints.spec.ts",
  "/change-password/complete": "tests/e2e/accounts.spec.ts",
  "/access-denied": "tests/e2e/accounts.spec.ts",
  "/store/products/complete": "tests/e2e/images-on/store-card.spec.ts",
  "/store/products/:id/checkout/confirm": "tests/e2e/images-on/store-order.spec.ts",
};

/** Returns the paths of the first item, its order form, the first order and the first inquiry in lists. */
export function detailsIn(html: string): string[] {
  const first = (pattern: RegExp) => pattern.exec(html)?.[1];
  const item = first(/href="(\/store\/products\/\d+)"/);
  const checkout = first(/href="(\/store\/products\/\d+\/checkout)"/);
  const order = first(/href="(\/my-page\/ecommerce-history\/[\w-]+)"/);
  const inquiry = first(/href="(\/support\/requests\/[\w-]+)"/);
  return [item, checkout, order, inquiry].filter((path) => path !== undefined);
}
