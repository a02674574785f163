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
import { SandboxClient } from "../../kit/visitors/sandbox-client";
import { type Running, runProgram, startSite } from "../../kit/programs/site";
import { isHydrated } from "../../kit/browser/hydrated";
import { type People, type Tab, tabs, type Visitor } from "./build-swap-tabs";

test.use(withPictures);

test.use({ screenshot: "off" });
test.describe.configure({ mode: "serial" });

test.describe("a deploy with a tab open on every kind of page @scripts-only", () => {
  let other = "";
  test.beforeAll(() => {
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
