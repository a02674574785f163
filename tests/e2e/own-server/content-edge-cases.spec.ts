/**
 * Every page with the sandbox's content sets that break pages (docs/testing.md): odd, empty and huge content. No page
 * fails or scrolls sideways, every control has a name, and foreign-language text has its `lang`.
 */
import type { Page } from "@playwright/test";
import { draw } from "../../kit/data/sample";
import { expect, test as base } from "../../kit/browser/fixtures";
import { type Member, SandboxClient } from "../../kit/visitors/sandbox-client";
import { type RunningSite, startSite } from "../../kit/programs/site";

const WIDTHS = [320, 360, 768, 1440];
/** `ODD_CONTENT=all` tests all pages in four languages; by default one page in two, in Japanese. */
const isAll = process.env["ODD_CONTENT"] === "all";
const LANGUAGES = isAll ? (["ja", "en", "ko", "zh"] as const) : (["ja"] as const);
const ODD = { firstName: "ナ".repeat(30), lastName: "شمس".padEnd(30, "س") };

/** Pages that show content of the API; `:inquiry` is replaced by one of the member's inquiries. */
const PAGES = [
  "/",
  ...["/news", "/news?page=2", "/news?page=3", "/news?type=EVENT", "/news?keyword=a"],
  // 42 posts and fewer odd texts: each odd text is shown on its own page.
  ...Array.from({ length: 24 }, (_, i) => `/news/${i + 1}`),
  ...["/support/faq", "/support/faq?type=BUG_ERROR&open=3", "/support/inquiry", "/dao"],
  ...["/support/inquiries", "/support/requests", "/support/inquiries/:inquiry"],
  ...["/my-page", "/my-page/tools", "/my-page/history", "/my-page/ecommerce-history"],
  ...[
    "/store/products",
    "/store/products?page=2",
    "/store/products/17",
    "/store/products/18",
    "/store/products/9/checkout",
  ],
  ...[
    "/dao/suggestions",
    "/dao/suggestions?page=2",
    "/dao/suggestions/mine",
    "/dao/members",
    "/dao/members?page=2",
  ],
  ...["/dao/suggestions/16", "/dao/suggestions/17", "/dao/suggestions/19", "/dao/suggestions/19/voters"],
  ...["/dao/suggestions/19/debates/1", "/dao/suggestions/19/debates/9", "/dao/report?type=SUGGESTION&id=19"],
];

const LISTS = [
  ...["/news", "/support/faq", "/support/inquiries", "/my-page/history", "/my-page/ecommerce-history"],
  ...["/store/products", "/dao/suggestions", "/dao/suggestions/mine", "/dao/members"],
];

/** In the page: returns controls without a name, and text in another script without a `lang`. */
function faultsIn(lng: string): string[] {
  const faults: string[] = [];
  const isVisible = (element: Element) => element.checkVisibility();
  // Invisible characters do not count as a name.
  const textOf = (element: Element) =>
    [element, ...element.querySelectorAll("[aria-label], img[alt]")]
      .map((part) => part.getAttribute("aria-label") ?? part.getAttribute("alt") ?? "")
      .concat(element.textContent ?? "")
      .join("")
      .replace(/[\p{Cf}\p{Cc}\s\u3000]/gu, "");
  for (const control of document.querySelectorAll("a[href], button, summary, h1, h2, h3, h4")) {
    if (control.closest("[aria-hidden=true], .prose")) continue;
    if (isVisible(control) && textOf(control) === "" && !control.hasAttribute("aria-labelledby"))
      faults.push(`no name: ${control.outerHTML.slice(0, 120)}`);
  }
  const letters: [string, RegExp][] = [
    ["ar", /\p{Script=Arabic}/u],
    ["he", /\p{Script=Hebrew}/u],
    ["th", /\p{Script=Thai}/u],
    ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.nodeValue ?? "";
    const parent = walker.currentNode.parentElement;
    if (!parent || parent.closest("script, style, option, textarea") || !isVisible(parent)) continue;
    for (const [language, letter] of letters) {
      const count = [...text].filter((one) => letter.test(one)).length;
      if (language === lng || count * 2 <= text.length) continue;
      const lang = parent.closest("[lang]")?.getAttribute("lang") ?? "";
      if (!lang.startsWith(language)) faults.push(`lang=${lang}: ${text.slice(0, 40)}`);
    }
  }
  return faults;
}

interface Own {
  running: RunningSite;
  sandbox: SandboxClient;
  member: Member;
}

async function ownSite(): Promise<Own> {
  const running = await startSite({ env: { LOG_LEVEL: "error" } });
  const sandbox = new SandboxClient(running.sandbox?.origin ?? "");
  const member = await sandbox.makeMember({
    ...ODD,
    balances: { point: 9e14, soria: 9e14, soriaPlus: 9e14 },
    // Enough rows for ordinary ones beside the odd ones, on any day.
    history: 400,
    orders: 23,
    inquiries: [{ status: "OPEN" }, { status: "RESOLVED", messages: ["a", "b", "c", "d"] }],
  });
  return { running, sandbox, member };
}

/** A separate site and sandbox: the content set applies to all users of a sandbox. */
const test = base.extend<object, { own: Own }>({
  own: [
    async ({}, use) => {
      const own = await ownSite();
      await use(own);
      await own.running.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ own }, use) => use(own.running.site.origin),
  sandbox: async ({ own }, use) => use(own.sandbox),
  member: async ({ own }, use) => use(own.member),
});
// The fixtures do not know this site, so its requests count as foreign; images are blocked or missing.
test.use({
  allowed: [[/^foreign request: http:\/\/localhost/, /ERR_FAILED/, /status of 404/], { scope: "test" }],
});
// All tests of the file share one worker and site.
test.describe.configure({ mode: "default" });

/** Opens each page and checks it at each width. */
async function walk(page: Page, { inquiries }: Member, lng: string, pages = PAGES): Promise<string[]> {
  const faults: string[] = [];
  for (const pattern of pages) {
    const path = pattern.replace(":inquiry", inquiries[1] ?? "");
    const response = await page.goto(path);
    if (response?.status() !== 200) faults.push(`${path}: ${response?.status()}`);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      if (wide > width) faults.push(`${path} at ${width}: ${wide} px wide`);
    }
    for (const fault of await page.evaluate(faultsIn, lng)) faults.push(`${path}: ${fault}`);
  }
  return faults;
}

for (const lng of LANGUAGES) {
  test(
    `that is odd shows on every page (${lng})`,
    { tag: "@no-scripts" },
    async ({ page, speak, signIn, sandbox, member }) => {
      test.setTimeout(300_000);
      await sandbox.settings({ contentSet: "odd" });
      await speak(lng);
      await signIn(page);
      const { isDrawn, told } = draw("ODD_CONTENT", 2, lng);
      console.log(`pages with odd content: ${told}`);
      expect(await walk(page, member, lng, PAGES.filter(isDrawn))).toEqual([]);
    },
  );
}

test(
  "that is odd takes over with scripts: no text differs, nothing throws",
  { tag: "@scripts-only" },
  async ({ page, speak, signIn, sandbox, member }) => {
    await sandbox.settings({ contentSet: "odd" });
    await speak("ko");
    await signIn(page);
    const pages = [
      "/news",
      "/news/6",
      "/news/18",
      "/support/faq",
      "/my-page/history",
      "/store/products",
      "/dao/suggestions/19",
    ];
    for (const path of [...pages, `/support/inquiries/${member.inquiries[1]}`]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    }
  },
);

for (const set of ["empty", "huge"] as const) {
  test(`that is ${set} shows on every list`, { tag: "@no-scripts" }, async ({ browser }) => {
    // A separate site, because the cache would serve content of the other set.
    const { running, sandbox, member } = await ownSite();
    try {
      await sandbox.settings({ contentSet: set });
      const context = await browser.newContext({ baseURL: running.site.origin, javaScriptEnabled: false });
      const page = await context.newPage();
      const form = { email: member.email, password: member.password };
      await page.request.post("/sign-in", {
        form,
        headers: { Origin: running.site.origin },
        maxRedirects: 0,
      });
      const lists = LISTS.map((path) => (set === "huge" ? `${path}?page=10000` : path));
      expect(await walk(page, member, "ja", ["/", ...lists])).toEqual([]);
      if (set === "huge")
        await expect(page.getByRole("navigation", { name: "ページ" }).last()).toContainText("10000");
      await context.close();
    } finally {
      await running.stop();
    }
  });
}
