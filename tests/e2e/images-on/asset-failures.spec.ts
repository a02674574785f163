/**
 * Scripts, styles, images and fonts that fail to load, are truncated or late: the page works as without them. A
 * sample of both; `LOST_FILES=all npm run test:e2e -- asset-failures` tries each script of each page in each way.
 */
import type { Page, Request } from "@playwright/test";
import { expect, test, withPictures } from "../../kit/browser/fixtures";
import { texts } from "../../kit/data/texts";

test.use(withPictures);

const account = texts("ja", "account");
const common = texts("ja", "common");
const dao = texts("ja", "dao");
const my = texts("ja", "my-page");
const news = texts("ja", "news");
const store = texts("ja", "store");
const support = texts("ja", "support");

const isWhole = process.env["LOST_FILES"] === "all";
const main = (page: Page) => page.getByRole("main");

/** A visitor's actions on a page, with or without its scripts. */
interface Use {
  path: string;
  isMember?: true;
  uses: (page: Page) => Promise<unknown>;
}

const footer = (page: Page) =>
  page
    .getByRole("contentinfo")
    .getByRole("link", { name: common("nav.terms") })
    .click();
/** Submits and confirms: in a dialog with scripts, in a form step without. */
async function sends(page: Page, button: string) {
  await main(page).getByRole("button", { name: button, exact: true }).first().click();
  await page
    .getByRole("dialog")
    .or(page.getByRole("alert"))
    .getByRole("button", { name: button, exact: true })
    .click();
}

/** The twelve main pages. */
const pages: Use[] = [
  {
    path: "/",
    uses: async (page) => {
      await footer(page);
      await expect(page).toHaveURL(/\/terms-of-use$/);
    },
  },
  {
    path: "/news",
    uses: async (page) => {
      await page.getByLabel(news("search.keyword")).fill("島");
      await page.getByRole("button", { name: common("search.submit") }).click();
      await expect(page).toHaveURL(/keyword=/);
    },
  },
  {
    path: "/news/3",
    uses: async (page) => {
      await page.getByRole("link", { name: news("detail.back") }).click();
      await expect(page).toHaveURL(/\/news$/);
    },
  },
  {
    path: "/download",
    uses: async (page) => {
      await footer(page);
      await expect(page).toHaveURL(/\/terms-of-use$/);
    },
  },
  {
    path: "/support/inquiry",
    uses: async (page) => {
      await page.getByLabel(support("inquiry.type")).selectOption({ index: 1 });
      await page.getByLabel(support("inquiry.name")).fill("水野 灯");
      await page.getByLabel(support("inquiry.email")).fill("guest@example.com");
      await page.getByLabel(/^件名/).fill("入れません");
      await page.getByLabel(/^お問い合わせ内容/).fill("昨日から");
      await sends(page, support("inquiry.submit"));
      await expect(page.getByText(/INQ-[0-9A-Z]{10}/)).toBeVisible();
    },
  },
  {
    path: "/sign-in",
    uses: async (page) => {
      await page.getByLabel(account("signIn.email"), { exact: true }).fill("nobody@soria.test");
      await page.getByLabel(account("signIn.password"), { exact: true }).fill("Wrong-2024!");
      await main(page)
        .getByRole("button", { name: account("signIn.submit"), exact: true })
        .click();
      await expect(main(page).getByRole("alert").first()).toBeVisible();
    },
  },
  {
    path: "/sign-up",
    uses: async (page) => {
      const email = `lost-${Date.now()}-${Math.random().toString(36).slice(2)}@soria.test`;
      await page.getByLabel(account("signIn.email"), { exact: true }).fill(email);
      await page.getByRole("button", { name: account("signUp.email.submit") }).click();
      await expect(page.getByRole("heading", { name: account("signUp.code.title") })).toBeVisible();
    },
  },
  {
    path: "/my-page/profile",
    isMember: true,
    uses: async (page) => {
      await page.getByLabel("姓").fill("佐々木");
      await page.getByRole("button", { name: my("profile.save") }).click();
      // From the second run on the name is unchanged.
      await expect(
        page.getByText(my("profile.saved")).or(page.getByText(my("profile.unchanged"))),
      ).toBeVisible();
    },
  },
  {
    path: "/my-page/history",
    isMember: true,
    uses: async (page) => {
      await page.getByText(my("history.durations.MONTH"), { exact: true }).click();
      const apply = page.getByRole("button", { name: my("history.apply") });
      if (await apply.isVisible()) await apply.click();
      await expect(page).toHaveURL(/duration=MONTH/);
    },
  },
  {
    path: "/store/products",
    isMember: true,
    uses: async (page) => {
      const name = "空の灯籠（三つ組）";
      await page.getByRole("link", { name: store("list.buyNamed", { name }) }).click();
      await page.getByRole("radio", { name: store("item.balance") }).check();
      await page.getByRole("checkbox", { name: store("item.confirm") }).check();
      await page.getByRole("button", { name: store("item.buy"), exact: true }).click();
      // If the next page's script is late, the browser loads the document after 8 s.
      const outcome = store("done.title.thing", { name });
      await expect(page.getByText(outcome)).toBeVisible({ timeout: 20_000 });
    },
  },
  {
    path: "/dao/suggestions/19",
    isMember: true,
    uses: async (page) => {
      await footer(page);
      await expect(page).toHaveURL(/\/terms-of-use$/);
    },
  },
  {
    path: "/dao/report?target=COMMENT&id=1",
    isMember: true,
    uses: async (page) => {
      await page.getByRole("radio", { name: dao("report.reasons.SPAM") }).check();
      await sends(page, dao("report.submit"));
      await expect(page.getByText(dao("report.done"))).toBeVisible();
    },
  },
];

const ways = ["blocked", "cut", "late"] as const;
type Way = (typeof ways)[number];

/** Other files of a page. Late styles are not tested, because browsers do not render before they have loaded. */
const others: [name: string, files: RegExp, ways: readonly Way[]][] = [
  ["styles", /\.css$/, ["blocked", "cut"]],
  ["pictures", /\.(avif|webp|jpe?g|png|svg)$/, ["blocked", "late"]],
  ["fonts", /\.woff2$/, ["blocked", "late"]],
];

/** Returns the site's scripts and texts that a page loads by itself. */
async function scriptsOf(page: Page, path: string): Promise<string[]> {
  const files: string[] = [];
  const note = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (/^\/assets\/.*\.js(on)?$/.test(pathname)) files.push(pathname);
  };
  page.on("request", note);
  await page.goto(path);
  page.off("request", note);
  return [...new Set(files)];
}

/** Uses a page while some of its files fail to load. */
async function useWithout(
  page: Page,
  { path, isMember, uses }: Use,
  files: string | RegExp,
  way: Way,
): Promise<void> {
  let release = () => {};
  const late = new Promise<void>((resolve) => (release = resolve));
  let asked = () => {};
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  await page.route(
    ({ pathname }) => (typeof files === "string" ? pathname === files : files.test(pathname)),
    async (route) => {
      asked();
      if (way === "blocked") return route.abort();
      if (way === "late") await late;
      // The page may have been closed in the meantime.
      const response = await route.fetch().catch(() => undefined);
      if (!response) return;
      const body = await response.body();
      const end = way === "cut" ? body.length / 2 : body.length;
      await route.fulfill({ response, body: body.subarray(0, end) }).catch(() => undefined);
    },
  );
  // A previous visitor may be in the middle of a sign-up.
  if (!isMember) await page.context().clearCookies();
  try {
    await page.goto(path, { waitUntil: "domcontentloaded" });
    // A file recorded for this page may have been requested by the previous page during navigation.
    if (typeof files === "string") await Promise.race([isAsked, page.waitForLoadState("load")]);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await uses(page);
  } finally {
    release();
    await page.unrouteAll({ behavior: "ignoreErrors" });
  }
}

test.describe("files that do not come @scripts-only", () => {
  // The browser logs each file that failed to load.
  test.use({ allowed: [/./] });

  const groups = isWhole
    ? pages.map((one) => [one])
    : [pages.filter(({ path }) => /^.(news|support.inquiry|my-page.profile)$/.test(path))];
  for (const group of groups) {
    test(`${group.map(({ path }) => path).join(", ")}: used without them`, async ({
      page,
      sandbox,
      signIn,
    }) => {
      if (isWhole) test.setTimeout(900_000);
      page.setDefaultTimeout(8_000);
      const member = await sandbox.makeMember({ history: 5, balances: { soria: 1_000_000 } });
      const wrong: string[] = [];
      let count = 0;
      for (const [index, one] of group.entries()) {
        if (one.isMember) await signIn(page, member);
        const scripts = (await scriptsOf(page, one.path)).flatMap((file) =>
          ways.map((way) => [file, file, way] as const),
        );
        const more = others.flatMap(([name, files, some]) => some.map((way) => [name, files, way] as const));
        // Each page gets another script and way, and another kind of file.
        const sample = [
          scripts[Math.floor((index * scripts.length) / group.length) + (index % 3)],
          more[(index * 2) % more.length],
        ];
        for (const cell of isWhole ? [...scripts, ...more] : sample) {
          if (!cell) continue;
          const [name, files, way] = cell;
          count += 1;
          await useWithout(page, one, files, way).catch((error: unknown) =>
            wrong.push(`${one.path} with ${name} ${way}: ${String(error).slice(0, 500)}`),
          );
        }
      }
      if (isWhole) console.log(`${count} times something did not come as it should`);
      expect(wrong).toEqual([]);
    });
  }
});
