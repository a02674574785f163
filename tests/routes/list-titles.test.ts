/**
 * A page outside a list's range, or one that is no number, is page 1 (docs/decisions/0002), and the title names the page
 * that is shown.
 */
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { SiteBrowser } from "../kit/visitors/site-browser";
import { guest, mainOf, memberOf, words } from "./statements/site";

const publicLists = [
  "/news",
  "/news?type=EVENT",
  "/news?keyword=a",
  "/support/faq",
  "/support/faq?type=EVENT",
];
const memberLists = [
  "/store/products",
  "/my-page/history",
  "/my-page/history?duration=MONTH&size=20",
  "/my-page/ecommerce-history",
  "/support/requests",
  "/support/inquiries",
  "/dao/suggestions",
  "/dao/suggestions?status=PASSED",
  "/dao/suggestions/mine",
  "/dao/members",
  "/dao/suggestions/1/voters",
];

let visitors: Record<"guest" | "member", SiteBrowser>;
beforeAll(async () => {
  const inquiries = Array.from({ length: 12 }, () => ({}));
  const { browser: member } = await memberOf({ history: 123, orders: 23, inquiries });
  visitors = { guest: await guest(), member };
});

// The list of suggestions shows the minutes that are left, and a test opens it twice.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});

const cases = [
  ...publicLists.map((path) => ({ path, who: "guest" as const })),
  ...memberLists.map((path) => ({ path, who: "member" as const })),
];

/** Opens a page of a list. @returns the number in its title, the one that the pager marks (1 without one), and its text */
async function shownAt(browser: SiteBrowser, path: string, page: string) {
  const shown = await browser.open(`${path}${path.includes("?") ? "&" : "?"}page=${page}`);
  expect([shown.status, path]).toEqual([200, path]);
  const [, title = ""] = /<title>([^<]*)/.exec(shown.html) ?? [];
  const [pager = ""] = /<nav[^>]*class="pager"[\s\S]*?<\/nav>/.exec(mainOf(shown)) ?? [];
  const [, current = "1"] = /aria-current="page"[^>]*>(\d+)</.exec(pager) ?? [];
  return {
    title: Number(/Page (\d+)/.exec(title)?.[1] ?? 1),
    pager: Number(current),
    text: words(shown),
  };
}

describe.each(cases)("the title of $path", ({ path, who }) => {
  it.each(["2", "3", "99"])("names the shown page for %j", async (page) => {
    const { title, pager } = await shownAt(visitors[who], path, page);
    expect(title).toBe(pager);
  });

  it.each(["9999", "9007199254740993", "0", "-1", "1.5", "x", "1e1", ""])(
    "names none for %j, which is page 1",
    async (page) => {
      const first = await shownAt(visitors[who], path, "1");
      expect(await shownAt(visitors[who], path, page)).toEqual({ ...first, title: 1, pager: 1 });
    },
  );
});
