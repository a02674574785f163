/** Pages inside a layout, the calls that they make, and their visitors (boundaries.test.ts). */
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, beforeEach } from "vitest";
import { replaceCachedReads } from "#server/api/public-cache.server";
import { PASSWORD } from "../mocks/sandbox";
import { sandbox } from "../mocks/server";
import { SiteBrowser } from "../kit/visitors/site-browser";
import { withSite } from "../kit/visitors/whole-site";
import { signIn, signInByWallet } from "./statements/site";

type Who = "email" | "wallet" | "guest";

interface Screen {
  path: string;
  /** Visitors who may open the page. Default: members of both kinds. */
  who?: Who[];
  /** Expected status when a call fails, by the end of the call's path. 200 when only a part of the page is missing. */
  fails: Record<string, number>;
}

/** All pages inside a layout. */
export const screens: Screen[] = [
  { path: "/my-page", fails: { "/users/me": 502, "/v1/users/orders": 200 } },
  { path: "/my-page/tools", fails: { "/users/me": 200, "/v1/users/orders": 200 } },
  {
    path: "/my-page/history",
    fails: { "/users/me": 200, "/users/me/history": 502, "/v1/users/orders": 200 },
  },
  {
    path: "/my-page/ecommerce-history",
    fails: { "/users/me": 200, "/v1/users/orders": 502, "/store/products": 200 },
  },
  { path: "/my-page/ecommerce-history/:order", fails: { "/users/me": 200, "/v1/users/orders": 502 } },
  {
    path: "/my-page/terminate",
    fails: { "/users/me": 200, "/v1/users/orders": 200, "/support/inquiries": 200 },
  },
  { path: "/store/products", fails: { "/store/products": 502 } },
  { path: "/store/products/3", fails: { "/store/products/3": 502 } },
  { path: "/store/products/3/checkout", fails: { "/store/products/3": 502 } },
  { path: "/support/faq?type=EVENT", who: ["guest", "email"], fails: { "/support/faq": 502 } },
  {
    path: "/support/inquiry?typeCode=LOGIN_FAIL",
    who: ["guest", "email"],
    fails: { "/support/faq": 200 },
  },
  { path: "/support/requests", fails: { "/support/inquiries": 502 } },
  { path: "/support/inquiries", fails: { "/support/inquiries": 502 } },
  { path: "/support/requests/:inquiry", fails: { "/support/inquiries/:inquiry": 502 } },
  { path: "/support/inquiries/:inquiry", fails: { "/support/inquiries/:inquiry": 502 } },
  { path: "/dao", fails: { "/dao/suggestions": 200 } },
  { path: "/dao/suggestions?status=PASSED", fails: { "/dao/suggestions": 200 } },
  { path: "/dao/suggestions/mine", fails: { "/dao/suggestions": 200 } },
  {
    path: "/dao/suggestions/19",
    fails: { "/dao/suggestions/19": 200, "/dao/suggestions/19/debates": 200 },
  },
  { path: "/dao/suggestions/19/voters", fails: { "/dao/suggestions/19": 200 } },
  {
    path: "/dao/suggestions/19/debates/1",
    fails: {
      "/dao/suggestions/19": 200,
      "/dao/suggestions/19/debates": 200,
      "/dao/suggestions/19/debates/1/comments": 200,
    },
  },
  { path: "/dao/members", fails: { "/dao/members": 200 } },
];

async function signedIn(type: "EMAIL" | "WALLET"): Promise<(typeof visitors)[Who]> {
  const browser = new SiteBrowser(site, false, "en");
  const key = generatePrivateKey();
  const { address } = privateKeyToAccount(key);
  const order = { orders: 2, history: 3, inquiries: [{ status: "OPEN" as const }] };
  const api = await sandbox();
  const { email, inquiries } = await api.make(type === "WALLET" ? { ...order, type, address } : order);
  if (type === "WALLET") await signInByWallet(browser, key);
  else await signIn(browser, email ?? "", PASSWORD);
  return { browser, ids: await idsOf(browser, inquiries) };
}

async function idsOf(browser: SiteBrowser, [inquiry = ""]: string[]): Promise<Record<string, string>> {
  const { html } = await browser.open("/my-page/ecommerce-history");
  const [, order = ""] = /ecommerce-history\/(ORDER-[\w-]+)/.exec(html) ?? [];
  return { order, inquiry };
}

/** Returns what a pattern finds in a page. */
export const all = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, found = ""]) => found);

/** Returns the calls of a page. */
export const callsOf = (screen: Screen) => Object.keys(screen.fails);

/** Each call of each page. */
export const cases = screens.flatMap((screen) =>
  (screen.who ?? (["email", "wallet"] as const)).flatMap((who) =>
    callsOf(screen).map((call) => ({ screen, who, call, path: screen.path })),
  ),
);

/** Returns a path with its ids. */
export const at = (path: string, ids: Record<string, string>) =>
  path.replace(/:(order|inquiry)/, (_, name: string) => ids[name] ?? "");

/** The site with all these pages. */
export let site: ReturnType<typeof withSite>;
/** A visitor of each kind, and the ids of what they have. */
export const visitors = {} as Record<Who, { browser: SiteBrowser; ids: Record<string, string> }>;

/** Opens the site and signs the visitors in for the tests of the file. Fault rules end with their test. */
export function useVisitors(): void {
  site = withSite(["account", "my-page", "store", "support", "dao", "site/home"]);
  beforeAll(async () => {
    visitors.guest = { browser: new SiteBrowser(site, false, "en"), ids: {} };
    visitors.email = await signedIn("EMAIL");
    visitors.wallet = await signedIn("WALLET");
  });
  beforeEach(() => replaceCachedReads());
}
