/** Pages that only a member sees, for `npm run bench:pages`: their paths, and a member who has bought something. */
import type { Browser } from "@playwright/test";
import { HttpMember } from "../kit/visitors/http-member";
import { SandboxClient } from "../kit/visitors/sandbox-client";

/** `:purchase` is replaced by the path of the member's purchase. */
export const memberPages = [
  { name: "DAO home, member", path: "/dao" },
  { name: "suggestions", path: "/dao/suggestions" },
  { name: "suggestion", path: "/dao/suggestions/19" },
  { name: "store", path: "/store/products" },
  { name: "product", path: "/store/products/1" },
  { name: "orders", path: "/my-page/ecommerce-history" },
  { name: "purchase", path: ":purchase" },
  { name: "exchange", path: "/store/soria-exchange" },
].map((page) => ({ ...page, isMember: true }));

/** Sky lantern, priced in Soria. */
const ITEM = "/store/products/1";

export interface BenchMember {
  cookie: string;
  /** Path of a completed purchase. */
  purchase: string;
}

/**
 * Creates a member with orders and history, signs in and buys an item from the balance.
 *
 * @throws Error if the purchase does not lead to its page
 */
export async function benchMember(site: string, sandbox: string): Promise<BenchMember> {
  const { email } = await new SandboxClient(sandbox).makeMember({
    history: 30,
    orders: 12,
    balances: { soria: 5_000 },
  });
  const member = new HttpMember(site);
  await member.signIn(email);
  const { text } = await member.request(ITEM);
  const hidden = (name: string) => new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(text)?.[1] ?? "";
  const { status, headers } = await member.post(ITEM, {
    ...{ intent: "buy", quantity: "1", paymentType: "BALANCE", confirm: "on", script: "" },
    ...{ key: hidden("key"), price: hidden("price") },
  });
  const { pathname, search } = new URL(headers.get("Location") ?? "/", site);
  if (pathname !== "/store/products/complete")
    throw new Error(`The purchase answered ${status}: ${pathname}`);
  return { cookie: member.cookieHeader, purchase: pathname + search };
}

/**
 * Gives the member's session to the browser's own profile, in which Lighthouse opens its pages. A `Cookie` header would
 * not last: Chromium replaces it as soon as the profile has a cookie of the site.
 */
export async function enter(browser: Browser, site: string, { cookie }: BenchMember): Promise<void> {
  const cookies = cookie.split("; ").map((pair) => {
    const at = pair.indexOf("=");
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: site };
  });
  const session = await browser.newBrowserCDPSession();
  await session.send("Storage.setCookies", { cookies });
  await session.detach();
}
