/**
 * A real deploy while tabs are open, run on demand: `BUILD_SWAP=1 npm run test:e2e -- build-swap`. Every kind of page
 * is open in a tab, forms are filled in; then the site restarts from another build with other script names, and each
 * tab continues. Once with the previous build's assets kept (server/http/static-files.ts), once without.
 */
import { readdirSync, rmSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { projectRoot } from "#server/cli/children";
import { expect, test, withPictures } from "../../kit/browser/fixtures";
import { makeOtherBuild } from "../../kit/programs/other-build";
import { type Member, SandboxClient } from "../../kit/visitors/sandbox-client";
import { type Running, runProgram, startSite } from "../../kit/programs/site";
import { isHydrated } from "../../kit/browser/hydrated";
import { texts } from "../../kit/data/texts";

test.use(withPictures);

const common = texts("ja", "common");
const account = texts("ja", "account");
const dao = texts("ja", "dao");
const my = texts("ja", "my-page");
const store = texts("ja", "store");
const support = texts("ja", "support");

/** The visitor of a tab. Tabs of one visitor share their cookies. */
type Visitor = "guest" | "newcomer" | "returning" | "member";

interface Tab {
  who: Visitor;
  path: string;
  /** Runs before the deploy. */
  types?: (page: Page, people: People) => Promise<unknown>;
  /** Runs after the deploy. */
  goes: (page: Page) => Promise<unknown>;
  arrives: (page: Page) => Promise<unknown>;
}

interface People {
  member: Member;
  returning: Member;
  guest: Member;
  newcomer: string;
}

const main = (page: Page) => page.getByRole("main");
const press = (name: string | RegExp) => (page: Page) =>
  main(page).getByRole("button", { name, exact: true }).first().click();
const follow = (name: string | RegExp) => (page: Page) =>
  main(page).getByRole("link", { name, exact: true }).first().click();
const footer = (key: string) => (page: Page) =>
  page
    .getByRole("contentinfo")
    .getByRole("link", { name: common(key) })
    .click();
const at = (address: RegExp) => async (page: Page) => {
  await expect(page).toHaveURL(address);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
};
const sees = (text: string | RegExp) => (page: Page) => expect(page.getByText(text).first()).toBeVisible();
const fill = (label: string, text: string) => (page: Page) =>
  main(page).getByLabel(label, { exact: true }).fill(text);
const all =
  (...steps: ((page: Page, people: People) => Promise<unknown>)[]) =>
  async (page: Page, people?: People) => {
    for (const step of steps) await step(page, people as People);
  };

const LANTERNS = "空の灯籠（三つ組）";

const tabs: Tab[] = [
  { who: "guest", path: "/", goes: footer("nav.terms"), arrives: at(/\/terms-of-use$/) },
  { who: "guest", path: "/introduction", goes: footer("nav.download"), arrives: at(/\/download$/) },
  {
    who: "guest",
    path: "/news",
    goes: (page) => main(page).getByRole("table").getByRole("link").first().click(),
    arrives: at(/\/news\/\d+$/),
  },
  { who: "guest", path: "/news/3", goes: follow(texts("ja", "news")("detail.back")), arrives: at(/\/news$/) },
  { who: "guest", path: "/download", goes: footer("nav.privacy"), arrives: at(/\/privacy-policy$/) },
  { who: "guest", path: "/support/faq", goes: footer("nav.introduction"), arrives: at(/\/introduction$/) },
  { who: "guest", path: "/terms-of-use", goes: footer("nav.privacy"), arrives: at(/\/privacy-policy$/) },
  { who: "guest", path: "/dao", goes: footer("nav.news"), arrives: at(/\/news$/) },
  { who: "guest", path: "/nowhere", goes: footer("nav.terms"), arrives: at(/\/terms-of-use$/) },
  {
    who: "guest",
    path: "/find-password",
    types: async (page, { guest }) => {
      await fill(account("signIn.email"), guest.email)(page);
      await sees(account("find.success"))(page);
    },
    goes: press(account("find.submit")),
    arrives: at(/\/find-password\/email-sent/),
  },
  {
    who: "newcomer",
    path: "/sign-up",
    types: (page, { newcomer }) => fill(account("signIn.email"), newcomer)(page),
    goes: press(account("signUp.email.submit")),
    arrives: sees(account("signUp.code.title")),
  },
  {
    who: "returning",
    path: "/sign-in?redirectTo=%2Fmy-page%2Fhistory",
    types: async (page, { returning: { email, password } }) => {
      await fill(account("signIn.email"), email)(page);
      await fill(account("signIn.password"), password)(page);
    },
    goes: press(account("signIn.submit")),
    arrives: at(/\/my-page\/history/),
  },
  {
    who: "member",
    path: "/my-page/profile",
    types: all(fill("姓", "佐々木"), fill("名", "あかり")),
    goes: press(my("profile.save")),
    arrives: all(sees(my("profile.saved")), (page) => expect(page.getByLabel("姓")).toHaveValue("佐々木")),
  },
  {
    who: "member",
    path: "/my-page/history",
    goes: follow(common("nav.tools")),
    arrives: at(/\/my-page\/tools$/),
  },
  {
    who: "member",
    path: "/my-page/ecommerce-history",
    goes: (page) =>
      main(page)
        .getByRole("listitem")
        .filter({ hasText: /ORDER-/ })
        .getByRole("link")
        .first()
        .click(),
    arrives: at(/\/ecommerce-history\/ORDER-/),
  },
  {
    who: "member",
    path: "/store/products",
    goes: follow(store("list.buyNamed", { name: LANTERNS })),
    arrives: at(/\/store\/products\/\d+$/),
  },
  {
    who: "member",
    path: "/store/products",
    types: async (page) => {
      await follow(store("list.buyNamed", { name: LANTERNS }))(page);
      await main(page).getByLabel(store("item.quantity"), { exact: true }).fill("2");
      await page.getByRole("radio", { name: store("item.balance") }).check();
      await page.getByRole("checkbox", { name: store("item.confirm") }).check();
    },
    goes: press(store("item.buy")),
    arrives: sees(store("done.title.thing", { name: `${LANTERNS} × 2` })),
  },
  {
    who: "member",
    path: "/store/products/3/checkout",
    types: async (page) => {
      const address = {
        customerPhone: "090 1234 5678",
        shippingPhone: "+65 8123 4567",
        postalCode: "1000001",
        address: "千代田1-1",
        detailedAddress: "3F",
      };
      for (const [name, value] of Object.entries(address)) await fill(store(`checkout.${name}`), value)(page);
      await page.getByRole("radio", { name: store("checkout.methodCard") }).check();
      await page.getByRole("checkbox", { name: store("checkout.thirdParty") }).check();
      await page.getByRole("checkbox", { name: store("checkout.process") }).check();
    },
    goes: press(store("checkout.submit")),
    arrives: all(at(/\/checkout\/confirm/), sees("100-0001"), sees("千代田1-1")),
  },
  {
    who: "member",
    path: "/store/soria-exchange",
    types: fill(store("exchange.amount"), "150"),
    goes: press(store("exchange.preview")),
    arrives: sees("850.00"),
  },
  {
    who: "member",
    path: "/dao/suggestions",
    goes: (page) => main(page).locator("a[href*='/dao/suggestions/1']").first().click(),
    arrives: at(/\/dao\/suggestions\/\d+$/),
  },
  {
    who: "member",
    path: "/dao/suggestions/18/debates/13",
    goes: (page) => page.getByRole("button", { name: new RegExp(`^${dao("debate.like")}`) }).click(),
    arrives: sees(dao("debate.liked")),
  },
  {
    who: "member",
    path: "/dao/report?target=COMMENT&id=1",
    types: async (page) => {
      await page.getByRole("radio", { name: dao("report.reasons.SPAM") }).check();
      await page.getByLabel(dao("report.detail")).fill("同じ文が何度も出ています。");
    },
    goes: async (page) => {
      await press(dao("report.submit"))(page);
      await page
        .getByRole("dialog")
        .getByRole("button", { name: dao("report.submit") })
        .click();
    },
    arrives: sees(dao("report.done")),
  },
  {
    who: "member",
    path: "/support/inquiry",
    types: async (page) => {
      await page.getByLabel(support("inquiry.type")).selectOption({ index: 1 });
      await page.getByLabel(/^件名/).fill("入れません");
      await page.getByLabel(/^お問い合わせ内容/).fill("昨日から\nサインインできません。");
    },
    goes: async (page) => {
      await press(support("inquiry.submit"))(page);
      await page
        .getByRole("dialog")
        .getByRole("button", { name: support("inquiry.submit") })
        .click();
    },
    arrives: all(at(/\/support\/requests/), sees("入れません")),
  },
];

test.use({ screenshot: "off" });
test.describe.configure({ mode: "serial" });

test.describe("a deploy with a tab open on every kind of page @scripts-only", () => {
  let other = "";
  test.beforeAll(() => {
    test.setTimeout(240_000);
    other = makeOtherBuild();
  });
  test.afterAll(() => rmSync(other, { recursive: true, force: true }));

  for (const isKept of [true, false]) {
    test(`all arrive, nothing is done twice and nothing typed is lost; earlier assets ${isKept ? "kept" : "gone"}`, async ({
      browser,
    }) => {
      test.setTimeout(300_000);
      const dataDir = mkdtempSync(join(tmpdir(), "soria-swap-"));
      const first = await startSite({ dataDir, root: projectRoot });
      const sandbox = new SandboxClient(first.sandbox?.origin ?? "");
      const { origin } = first.site;
      const contexts = new Map<Visitor, BrowserContext>();
      let second: Running | undefined;
      try {
        const people: People = {
          member: await sandbox.makeMember({ history: 5, orders: 2, balances: { soria: 2_000 } }),
          returning: await sandbox.makeMember(),
          guest: await sandbox.makeMember(),
          newcomer: `swap-${isKept}@soria.test`,
        };
        const errors: string[] = [];
        for (const who of ["guest", "newcomer", "returning", "member"] as const) {
          const context = await browser.newContext({ baseURL: origin, locale: "ja-JP" });
          context.on("weberror", (error) => errors.push(String(error.error())));
          contexts.set(who, context);
        }
        const { email, password } = people.member;
        await contexts.get("member")?.request.post("/sign-in", {
          form: { email, password },
          headers: { Origin: origin },
          maxRedirects: 0,
        });
        const open: { tab: Tab; page: Page }[] = [];
        for (const tab of tabs) {
          const page = await (contexts.get(tab.who) as BrowserContext).newPage();
          page.setDefaultTimeout(10_000);
          await page.goto(tab.path);
          await page.waitForFunction(isHydrated);
          await tab.types?.(page, people);
          open.push({ tab, page });
        }
        const assets = join(dataDir, "assets");
        await expect
          .poll(() => readdirSync(assets).filter((name) => name.startsWith("entry.client")), {
            timeout: 20_000,
          })
          .not.toEqual([]);
        const before = (await sandbox.calls()).counts;

        await first.site.stop();
        if (!isKept) rmSync(assets, { recursive: true });
        const { port } = new URL(origin);
        const apiOrigin = first.sandbox?.origin ?? "";
        second = await runProgram(
          "site",
          Number(port),
          {
            PORT: port,
            SANDBOX_PORT: new URL(apiOrigin).port,
            DATA_DIR: dataDir,
            RATE_LIMIT_FACTOR: "0",
          },
          "/healthz",
          [],
          other,
        );
        const entry = /\/assets\/entry\.client-[\w-]+\.js/;
        const [oldEntry] = (await open[0]?.page.content())?.match(entry) ?? [];
        const [newEntry] = (await (await fetch(`${origin}/terms-of-use`)).text()).match(entry) ?? [];
        expect(newEntry).not.toBe(oldEntry);
        expect((await fetch(origin + (oldEntry ?? ""))).status).toBe(isKept ? 200 : 404);

        const wrong: string[] = [];
        for (const { tab, page } of open) {
          await page.bringToFront();
          try {
            await tab.goes(page);
            await tab.arrives(page);
          } catch (error) {
            wrong.push(`${tab.path}: ${String(error).slice(0, 400)} (at ${page.url()})`);
          }
        }
        expect(wrong).toEqual([]);
        const after = (await sandbox.calls()).counts;
        const done = Object.entries(after)
          .map(([call, count]) => [call, count - (before[call] ?? 0)] as const)
          .filter(([call, count]) => !call.startsWith("GET") && count > 0);
        expect(Object.fromEntries(done)).toEqual({
          // The live check of the address, for two forms.
          "POST /api/auth/check-email": 2,
          "POST /api/auth/forgot-password": 1,
          "POST /api/auth/request-code": 1,
          "POST /api/auth/sign-in": 1,
          "PATCH /api/users/me": 1,
          "POST /api/store/products/purchase": 1,
          "POST /api/dao/suggestions/18/debates/13/like": 1,
          "POST /api/dao/report": 1,
          "POST /api/support/inquiries": 1,
        });
        expect(errors).toEqual([]);
      } finally {
        for (const context of contexts.values()) await context.close();
        await second?.stop();
        await first.stop();
        rmSync(dataDir, { recursive: true, force: true });
      }
    });
  }
});
