/** The site with every route that has a form, its visitors, and the calls that their forms make. */
import { beforeAll } from "vitest";
import type { MadeMember } from "#server/sandbox/switches/members";
import { callCounts, sandbox } from "../mocks/server";
import type { Shown, SiteBrowser } from "../kit/visitors/site-browser";
import { openSite } from "../kit/visitors/whole-site";

/** A visitor who fills in a form. */
export interface World {
  browser: SiteBrowser;
  /** The member who is signed in when the form is opened; undefined for guests' forms. */
  member: MadeMember | undefined;
  /** The address that a guest's form is about. */
  email?: string;
}

type Site = Awaited<ReturnType<typeof openSite>>;

/** Ids of the items, by how they are paid. */
export let products: Record<"soria" | "usd", number>;

/** The site of `withForms`. */
export let site: Site;

/** Opens the site with all routes that have forms, for all tests of the file. Fault rules end with their test. */
export function withForms(): void {
  beforeAll(openForms);
}

async function openForms(): Promise<void> {
  site = await openSite(["account", "my-page", "store", "support", "dao", "resources", "site/home"]);
  const { token } = await (await sandbox()).signedIn();
  const { data } = await (
    await sandbox()
  ).call<{ items: { id: number; payment_type: string }[] }>("/store/products?page=1&size=100", { token });
  const idOf = (type: string) => data.items.find(({ payment_type }) => payment_type === type)?.id ?? 0;
  products = { soria: idOf("SORIA"), usd: idOf("USD") };
}

/**
 * Counts the API's calls with an effect, by "METHOD path" with ids replaced. Excludes GET, HEAD, PUT, check-email and
 * the sandbox's control calls.
 */
async function deeds(): Promise<Record<string, number>> {
  const done: Record<string, number> = {};
  for (const [call, count] of Object.entries(await callCounts())) {
    if (/^(GET|HEAD|PUT) |__|check-email/.test(call)) continue;
    const key = call
      .replace(/(inquiries)\/[^/]+.*$/, "$1/…")
      .replace(/suggestions\/.*\/like/, "suggestions/…/like");
    done[key] = (done[key] ?? 0) + count;
  }
  return done;
}

export async function deedsOf(work: () => Promise<Shown>): Promise<{ shown: Shown; made: string[] }> {
  const before = await deeds();
  const shown = await work();
  const after = await deeds();
  const made = Object.keys(after).filter((call) => (after[call] ?? 0) > (before[call] ?? 0));
  return { shown, made };
}

/** Signs a member in. */
export async function enter(browser: SiteBrowser, { email, password }: MadeMember): Promise<Shown> {
  const page = await browser.open("/sign-in");
  return browser.send(page, "sign-in", { intent: "sign-in", email: email ?? "", password });
}

export const made = async () => (await sandbox()).make({ inquiries: [{}], balances: { soria: 900_000_000 } });

/** Returns the page's HTML, or the action data as JSON if scripts submitted the form. */
export const standing = ({ html, data }: Shown) => (data ? JSON.stringify(data) : html);
