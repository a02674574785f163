/** Opens the whole site as a visitor without scripts, and reads the content of its pages. */
import { privateKeyToAccount } from "viem/accounts";
import { beforeAll, beforeEach } from "vitest";
import { replaceCachedReads } from "#server/api/public-cache.server";
import { SwrCache } from "#server/api/swr-cache.server";
import type { MadeMember, MemberOrder } from "#server/sandbox/switches/members";
import { sandbox } from "../../mocks/server";
import { type Shown, SiteBrowser, wordsOf } from "../../kit/visitors/site-browser";
import { openSite } from "../../kit/visitors/whole-site";

const AREAS = ["account", "my-page", "site", "news", "support", "store", "dao", "resources"];
let opened: ReturnType<typeof openSite> | undefined;

/** Opens a browser without a session; without scripts unless a test needs them. */
export async function guest(lng = "en", scripts = false): Promise<SiteBrowser> {
  return new SiteBrowser(await (opened ??= openSite(AREAS)), scripts, lng);
}

/** The guest with whom each test of `useSite` begins. */
export let browser: SiteBrowser;

/** Opens the site for the tests of the file. Each begins with a new guest and empty caches. */
export function useSite(): void {
  // The first call imports every route of the site.
  beforeAll(async () => void (await guest()), 300_000);
  beforeEach(async () => {
    browser = await guest();
    replaceCachedReads(new SwrCache());
  });
}

/** Opens a browser in which a new member is signed in. */
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

/** Signs in with a wallet's private key, as the wallet panel does. */
export async function signInByWallet(browser: SiteBrowser, key: `0x${string}`): Promise<Shown> {
  const account = privateKeyToAccount(key);
  const page = await browser.open("/sign-in?mode=wallet");
  const asked = await browser.fetch("/sign-in/wallet-message", { address: account.address, chainId: "1" });
  const { message } = (await asked.json()) as { message: string };
  const signature = await account.signMessage({ message });
  return browser.post("/sign-in?mode=wallet", Object.entries({ intent: "wallet", signature }), page);
}

/** Returns the main element of a page. */
export const mainOf = ({ html }: Shown): string => /<main\b[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
export const headerOf = ({ html }: Shown): string => /<header\b[\s\S]*?<\/header>/.exec(html)?.[0] ?? "";
export const footerOf = ({ html }: Shown): string => /<footer\b[\s\S]*?<\/footer>/.exec(html)?.[0] ?? "";

/** Returns the text of a page's main element, or of a piece of HTML. */
export const words = (shown: Shown | string): string =>
  // Removes the zero-width spaces that mark line break opportunities in headings.
  wordsOf(typeof shown === "string" ? shown : mainOf(shown))
    .replaceAll("\u200b", "")
    .trim();

/** Returns the text of the first heading of a page. */
export const headOf = (page: Shown) => words(/<h1\b[\s\S]*?<\/h1>/.exec(mainOf(page))?.[0] ?? "");

/** Returns the text of the messages that stand over a page. */
export const toastsOf = ({ html }: Shown) =>
  words(/<section class="toasts"[\s\S]*?<\/section>/.exec(html)?.[0] ?? "none");

/** Returns the attributes of each tag with this name. Boolean attributes have the value "". */
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

/** Returns the link targets in a piece of HTML, in document order. */
export const links = (html: string): string[] => tags(html, "a").map(({ href = "" }) => href);

/** Returns the links in a piece of HTML as "text: target". */
export const namedLinks = (html: string): string[] =>
  [...html.matchAll(/<a\b[\s\S]*?<\/a>/g)].map(([link]) => `${words(link)}: ${links(link)[0]}`);

/** Returns the header's menus: of a wide window, of a profile in it, and the panel of a narrow one. */
export function menusOf(page: Shown): { main: string; profile: string; wide: string; narrow: string } {
  const [wide = "", narrow = ""] = headerOf(page).split('class="pop burger"');
  const [main = ""] = /<nav class="nav"[\s\S]*?<\/nav>/.exec(wide) ?? [];
  const pops = wide.match(/<details[^>]*class="pop only-wide"[\s\S]*?<\/details>/g) ?? [];
  const profile = pops.find((menu) => links(menu).includes("/my-page/profile")) ?? "";
  return { main, profile, wide, narrow };
}

/** Returns the visible form controls. */
export const controls = (html: string): Record<string, string>[] =>
  ["input", "select", "textarea"]
    .flatMap((name) => tags(html, name))
    .filter((control) => control["type"] !== "hidden" && !("hidden" in control));

/** Returns the visible controls of a page's main element that have this name. */
export const choicesOf = (page: Shown, name: string) =>
  controls(mainOf(page)).filter((control) => control["name"] === name);

/** Returns the page that the pager marks as the current one; its link names it unless it is the first. */
export const currentOf = (page: Shown) =>
  tags(mainOf(page), "a").flatMap((link) => {
    const [, number] = /[?&]page=(\d+)/.exec(link["href"] ?? "") ?? [];
    return link["aria-current"] === "page" && number !== undefined ? [number] : [];
  });

/** Returns the values of a select's options, without an empty one. */
export function optionsOf(page: Shown, name: string): string[] {
  const [select = ""] =
    new RegExp(`<select\\b[^>]*name="${name}"[\\s\\S]*?</select>`).exec(mainOf(page)) ?? [];
  return tags(select, "option").flatMap(({ value }) => (value ? [value] : []));
}

/** Returns the text of each cell of the first table, row by row, without rows that only name a group. */
export function rowsOf(html: string): string[][] {
  const [table = ""] = /<tbody\b[\s\S]*?<\/table>/.exec(html) ?? [];
  const rows = [...table.matchAll(/<tr\b[\s\S]*?<\/tr>/g)];
  return rows
    .filter(([row]) => !row.includes('scope="rowgroup"'))
    .map(([row]) =>
      [...row.matchAll(/<t[dh]\b[^>]*>([\s\S]*?)<\/t[dh]>/g)].map(([, cell = ""]) => wordsOf(cell).trim()),
    );
}

/** Returns the text of the first table's column headings. */
export function columnsOf(html: string): string[] {
  const [head = ""] = /<thead\b[\s\S]*?<\/thead>/.exec(html) ?? [];
  return [...head.matchAll(/<th\b[^>]*>([\s\S]*?)<\/th>/g)].map(([, cell = ""]) => wordsOf(cell).trim());
}
