/** The whole site as a visitor without scripts gets it, and what a page holds. */
import { privateKeyToAccount } from "viem/accounts";
import type { MadeMember, MemberOrder } from "#server/sandbox/switches/members";
import { sandbox } from "../../mocks/server";
import { type Shown, SiteBrowser, wordsOf } from "../../setup/site-browser";
import { openSite } from "../../setup/whole-site";

const AREAS = ["account", "my-page", "site", "news", "support", "store", "dao", "resources"];
let opened: ReturnType<typeof openSite> | undefined;

/** A browser without scripts and without a session. */
export async function guest(lng = "en"): Promise<SiteBrowser> {
  return new SiteBrowser(await (opened ??= openSite(AREAS)), false, lng);
}

/** A browser of a new member who is signed in. */
export async function memberOf(
  order: MemberOrder = {},
  lng = "en",
): Promise<{ browser: SiteBrowser; member: MadeMember }> {
  const browser = await guest(lng);
  const member = await (await sandbox()).make(order);
  await signIn(browser, member.email ?? "", member.password);
  return { browser, member };
}

export async function signIn(browser: SiteBrowser, email: string, password: string): Promise<Shown> {
  const page = await browser.open("/sign-in");
  return browser.send(page, "sign-in", { intent: "sign-in", email, password });
}

/** Signs in with a wallet's key, as the wallet panel does. */
export async function signInByWallet(browser: SiteBrowser, key: `0x${string}`): Promise<Shown> {
  const account = privateKeyToAccount(key);
  const page = await browser.open("/sign-in?mode=wallet");
  const asked = await browser.fetch("/sign-in/wallet-message", { address: account.address, chainId: "1" });
  const { message } = (await asked.json()) as { message: string };
  const signature = await account.signMessage({ message });
  return browser.post("/sign-in?mode=wallet", Object.entries({ intent: "wallet", signature }), page);
}

/** The part of a page that is its own. */
export const mainOf = ({ html }: Shown): string => /<main\b[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
export const headerOf = ({ html }: Shown): string => /<header\b[\s\S]*?<\/header>/.exec(html)?.[0] ?? "";
export const footerOf = ({ html }: Shown): string => /<footer\b[\s\S]*?<\/footer>/.exec(html)?.[0] ?? "";

/** The words of a page's main part, or of a piece of HTML. */
export const words = (shown: Shown | string): string =>
  // Headlines have marks where they may break.
  wordsOf(typeof shown === "string" ? shown : mainOf(shown))
    .replaceAll("\u200b", "")
    .trim();

/** The tags of this name, with their attributes by name; a boolean one is "". */
export function tags(html: string, name: string): Record<string, string>[] {
  return [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, "g"))].map(([, list = ""]) =>
    Object.fromEntries(
      [...list.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, key = "", value = ""]) => [
        key.toLowerCase(),
        value.replaceAll("&amp;", "&"),
      ]),
    ),
  );
}

/** Where the links of a piece of HTML lead, in their order. */
export const links = (html: string): string[] => tags(html, "a").map(({ href = "" }) => href);

/** The controls that a visitor meets: no hidden ones. */
export const controls = (html: string): Record<string, string>[] =>
  ["input", "select", "textarea"]
    .flatMap((name) => tags(html, name))
    .filter((control) => control["type"] !== "hidden" && !("hidden" in control));

/** Words of each cell, row by row, of the first table's body. */
export function rowsOf(html: string): string[][] {
  const [body = ""] = /<tbody\b[\s\S]*?<\/tbody>/.exec(html) ?? [];
  return [...body.matchAll(/<tr\b[\s\S]*?<\/tr>/g)].map(([row]) =>
    [...row.matchAll(/<t[dh]\b[^>]*>([\s\S]*?)<\/t[dh]>/g)].map(([, cell = ""]) => wordsOf(cell).trim()),
  );
}

/** Words of the headings of the first table's columns. */
export function columnsOf(html: string): string[] {
  const [head = ""] = /<thead\b[\s\S]*?<\/thead>/.exec(html) ?? [];
  return [...head.matchAll(/<th\b[^>]*>([\s\S]*?)<\/th>/g)].map(([, cell = ""]) => wordsOf(cell).trim());
}
