/** The ten most common interactions with a page, for the measurements of input latency. */
import type { Page } from "@playwright/test";
import { HttpMember } from "../kit/visitors/http-member";
import { SandboxClient } from "../kit/visitors/sandbox-client";
import { type RunningSite, startSite } from "../kit/programs/site";

export interface Side {
  name: string;
  running: RunningSite;
  cookie: string;
  item: string;
}

/** Starts a site with a signed-in member. */
export async function startSide(name: string, root: string): Promise<Side> {
  const running = await startSite({ root, env: { LOG_LEVEL: "error" } });
  const { email, password } = await new SandboxClient(running.sandbox?.origin ?? "").makeMember({
    history: 1_000,
  });
  const member = new HttpMember(running.site.origin);
  await member.signIn(email, password);
  const cookie = member.cookieHeader;
  const list = await (await fetch(`${running.site.origin}/store/products`, { headers: { cookie } })).text();
  const item = /\/store\/products\/\d+/.exec(list)?.[0];
  if (!item) throw new Error("The store's list has no item.");
  return { name, running, cookie, item };
}

const menu = (page: Page) => page.locator('summary[aria-label="メニュー"]');

/** Opens the filter of the history, which is one line on a phone; older commits have it open. */
async function openFilter(page: Page): Promise<void> {
  const choice = page.getByRole("main").getByRole("combobox").first();
  if (!(await choice.isVisible())) await page.locator(".filter__more summary").tap();
  await choice.focus();
}

/** Time between two keys, in ms. Without it all keys of a word share one frame, and count as one. */
const KEY_MS = 100;

/** The ten most common interactions with a hydrated page, each in a separate visit. */
export const interactions: {
  name: string;
  path: (side: Side) => string;
  isMember?: boolean;
  /** What comes before, and is not measured. */
  before?: (page: Page) => Promise<unknown>;
  act: (page: Page) => Promise<unknown>;
}[] = [
  {
    name: "open the menu",
    path: () => "/",
    act: (page) => menu(page).tap(),
  },
  {
    name: "change the theme",
    path: () => "/news",
    before: (page) => menu(page).tap(),
    act: (page) => page.getByRole("button", { name: "暗い（夜の灯り）" }).first().tap(),
  },
  {
    name: "type an address",
    path: () => "/sign-in",
    act: (page) => page.getByLabel("メールアドレス").pressSequentially("yuki@", { delay: KEY_MS }),
  },
  {
    name: "leave a field with a mistake in it",
    path: () => "/sign-in",
    before: (page) => page.getByLabel("メールアドレス").pressSequentially("y"),
    act: (page) => page.keyboard.press("Tab"),
  },
  {
    name: "show the password",
    path: () => "/sign-in",
    act: (page) => page.getByRole("button", { name: "パスワードを表示" }).tap(),
  },
  {
    name: "send an empty form",
    path: () => "/sign-in",
    act: (page) => page.getByRole("main").getByRole("button", { name: "サインインする" }).tap(),
  },
  {
    name: "open a question",
    path: () => "/support/faq",
    act: (page) => page.getByRole("main").locator("summary").first().tap(),
  },
  {
    name: "one more of an item",
    path: ({ item }) => item,
    isMember: true,
    act: (page) => page.getByRole("button", { name: "1つ増やす" }).tap(),
  },
  {
    name: "choose a filter of the history",
    path: () => "/my-page/history",
    isMember: true,
    before: openFilter,
    act: (page) => page.keyboard.press("ArrowDown"),
  },
  {
    name: "follow a link",
    path: () => "/",
    act: (page) => page.getByRole("main").getByRole("link").first().tap(),
  },
];
