/**
 * `npm run sheets -- [options]`: photographs the screens of a set on the built site and puts them side by side, one
 * contact sheet for each window, theme and language, to look at. Starts its own site and sandbox.
 *
 * Options, each with a list separated by commas:
 *   --sets=guest,account,community     --windows=390x844,1366x650,…     --themes=day,night,forced
 *   --lng=ja,en                        --paths=/a,/b  (instead of the sets' screens, as the account set's member)
 *   --out=FOLDER (default: test-results/sheets)         --columns=N      --full  (whole pages, not the first window)
 *   --no-scripts
 */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { projectRoot } from "#server/cli/children";
import { launchOptions } from "../../tests/kit/browser/chromium";
import { PASSWORD, SandboxClient } from "../../tests/kit/visitors/sandbox-client";
import { detailsIn, screenSets } from "../../tests/kit/browser/screens";
import { startSite } from "../../tests/kit/programs/site";

const { values } = parseArgs({
  options: {
    sets: { type: "string", default: screenSets.map(({ name }) => name).join(",") },
    windows: { type: "string", default: "390x844,768x1024,1366x650,1536x730,1920x800,2560x1300" },
    themes: { type: "string", default: "day,night" },
    lng: { type: "string", default: "ja,en" },
    paths: { type: "string" },
    out: { type: "string", default: join(projectRoot, "test-results/sheets") },
    columns: { type: "string" },
    full: { type: "boolean", default: false },
    "no-scripts": { type: "boolean", default: false },
  },
});
const out = resolve(values.out);
mkdirSync(out, { recursive: true });

/** Width of a sheet in CSS pixels: a reader of pictures sees no more. */
const SHEET_WIDTH = 1600;

interface Shot {
  path: string;
  png: Buffer;
}

/** Photographs screens, and those of the first items that they list. */
async function photograph(page: Page, screens: string[]): Promise<Shot[]> {
  const all = [...screens];
  const shots: Shot[] = [];
  for (const path of all) {
    await page.goto(path, { waitUntil: "load" });
    // Drawings below the fold load lazily, and letters may come late.
    await page.evaluate(() => document.fonts.ready);
    shots.push({ path, png: await page.screenshot({ fullPage: values.full, animations: "disabled" }) });
    if (!values.paths)
      for (const detail of detailsIn(await page.content())) if (!all.includes(detail)) all.push(detail);
  }
  return shots;
}

/** Lays shots out with their paths as captions. Returns one PNG for each eight columns × two rows or fewer. */
async function layOut(page: Page, shots: Shot[], width: number, name: string): Promise<void> {
  const columns = Number(values.columns ?? (width < 700 ? 6 : width < 1000 ? 4 : 2));
  const perSheet = columns * (values.full ? 1 : width < 1000 ? 2 : 4);
  for (let from = 0; from < shots.length; from += perSheet) {
    const cells = shots
      .slice(from, from + perSheet)
      .map(
        ({ path, png }) =>
          `<figure><figcaption>${path}</figcaption><img src="data:image/png;base64,${png.toString("base64")}"></figure>`,
      );
    await page.setViewportSize({ width: SHEET_WIDTH, height: 400 });
    await page.setContent(
      `<style>body{margin:0;background:#888;display:grid;grid-template-columns:repeat(${columns},1fr);gap:6px;align-items:start}
      figure{margin:0}img{width:100%;display:block}figcaption{font:12px sans-serif;background:#fff}</style>${cells.join("")}`,
    );
    const file = join(out, `${name}-${from / perSheet + 1}.png`);
    await page.screenshot({ path: file, fullPage: true });
    console.log(file);
  }
}

const { site, sandbox, stop } = await startSite();
const browser = await chromium.launch(launchOptions({ pictures: true }));
try {
  const client = new SandboxClient(sandbox?.origin ?? "");
  const sheet = await browser.newPage();
  const chosen = values.paths
    ? [
        {
          ...screenSets.find(({ name }) => name === "account"),
          name: "paths",
          screens: values.paths.split(","),
        },
      ]
    : screenSets.filter(({ name }) => values.sets.split(",").includes(name));
  if (chosen.length === 0)
    throw new Error(`--sets wants some of ${screenSets.map(({ name }) => name).join(", ")}.`);
  for (const { name, screens, as } of chosen) {
    const member = as && (await client.makeMember(as));
    for (const window of values.windows.split(",")) {
      const [width = 0, height = 0] = window.split("x").map(Number);
      for (const theme of values.themes.split(",")) {
        for (const lng of values.lng.split(",")) {
          const context: BrowserContext = await browser.newContext({
            baseURL: site.origin,
            viewport: { width, height },
            colorScheme: theme === "night" ? "dark" : "light",
            forcedColors: theme === "forced" ? "active" : "none",
            reducedMotion: "reduce",
            timezoneId: "Asia/Tokyo",
            javaScriptEnabled: !values["no-scripts"],
          });
          const page = await context.newPage();
          if (member) {
            await page.goto("/sign-in");
            await page.locator("input[type=email]").fill(member.email);
            await page.locator("input[type=password]").fill(PASSWORD);
            await page.locator("input[type=password]").press("Enter");
            await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
          }
          // After the sign-in, which sets the language of the account.
          const value = encodeURIComponent(Buffer.from(JSON.stringify(lng)).toString("base64"));
          await context.addCookies([{ name: "lng", value, url: site.origin }]);
          await layOut(sheet, await photograph(page, screens), width, `${name}-${window}-${theme}-${lng}`);
          await context.close();
        }
      }
    }
  }
} finally {
  await browser.close();
  await stop();
}
