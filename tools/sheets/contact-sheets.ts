/**
 * `npm run sheets -- [options]`: photographs the screens of a set on the built site and puts them side by side, one
 * contact sheet for each window, theme and language, to look at. Starts its own site and sandbox.
 *
 *   --of=screens|skies|islands|motion  (default: screens; skies: hero, head and gate at eight hours; islands: those of
 *   five members through a day; motion: page transition, landing of a parcel and splash, frame by frame)
 *   --out=FOLDER (default: test-results/sheets)         --columns=N      --docs  (smaller JPEGs, for docs/images)
 *
 * Options of screens, each with a list separated by commas:
 *   --sets=guest,account,community     --windows=390x844,1366x650,…     --themes=day,night,forced
 *   --lng=ja,en                        --paths=/a,/b  (instead of the sets' screens, as the account set's member)
 *   --full  (whole pages, not the first window)         --no-scripts
 */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { projectRoot } from "#server/cli/children";
import { launchOptions } from "../../tests/kit/browser/chromium";
import { detailsIn, screenSets } from "../../tests/kit/browser/screens";
import { startSite } from "../../tests/kit/programs/site";
import { SandboxClient } from "../../tests/kit/visitors/sandbox-client";
import { islandShots, skyShots } from "./evening-sheets";
import { motionShots } from "./motion-sheets";
import { layOut, type Shot } from "./sheet-layout";
import { signInPage } from "./sheet-member";

const { values } = parseArgs({
  options: {
    of: { type: "string", default: "screens" },
    sets: { type: "string", default: screenSets.map(({ name }) => name).join(",") },
    windows: { type: "string", default: "390x844,768x1024,1366x650,1536x730,1920x800,2560x1300" },
    themes: { type: "string", default: "day,night" },
    lng: { type: "string", default: "ja,en" },
    paths: { type: "string" },
    out: { type: "string", default: join(projectRoot, "test-results/sheets") },
    columns: { type: "string" },
    docs: { type: "boolean", default: false },
    full: { type: "boolean", default: false },
    "no-scripts": { type: "boolean", default: false },
  },
});
const isForDocs = values.docs;
const out = resolve(values.out);
mkdirSync(out, { recursive: true });

/** Photographs screens, and those of the first items that they list. */
async function photograph(page: Page, screens: string[], forcedColors: "active" | "none"): Promise<Shot[]> {
  const all = [...screens];
  const shots: Shot[] = [];
  for (const path of all) {
    // Chromium may forget it after a screenshot.
    await page.emulateMedia({ forcedColors: "none" });
    await page.emulateMedia({ forcedColors });
    await page.goto(path, { waitUntil: "load" });
    // Drawings below the fold load lazily, and letters may come late.
    await page.evaluate(() => document.fonts.ready);
    shots.push({
      caption: path,
      png: await page.screenshot({ fullPage: values.full, animations: "disabled" }),
    });
    if (!values.paths)
      for (const detail of detailsIn(await page.content())) if (!all.includes(detail)) all.push(detail);
  }
  return shots;
}

/** Photographs the screens of the chosen sets, and lays them out by set, window, theme and language. */
async function photographScreens(browser: Browser, baseURL: string, client: SandboxClient): Promise<void> {
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
            baseURL,
            viewport: { width, height },
            colorScheme: theme === "night" ? "dark" : "light",
            reducedMotion: "reduce",
            timezoneId: "Asia/Tokyo",
            javaScriptEnabled: !values["no-scripts"],
          });
          const page = await context.newPage();
          if (member) await signInPage(page, member);
          // After the sign-in, which sets the language of the account.
          const value = encodeURIComponent(Buffer.from(JSON.stringify(lng)).toString("base64"));
          await context.addCookies([{ name: "lng", value, url: baseURL }]);
          const columns = Number(values.columns ?? (width < 700 ? 6 : width < 1000 ? 4 : 2));
          const perSheet = columns * (values.full ? 1 : width < 1000 ? 2 : 4);
          const shots = await photograph(page, screens, theme === "forced" ? "active" : "none");
          await layOut(sheet, shots, `${name}-${window}-${theme}-${lng}`, {
            out,
            columns,
            perSheet,
            isForDocs,
          });
          await context.close();
        }
      }
    }
  }
}

const { site, sandbox, stop } = await startSite();
const browser = await chromium.launch(launchOptions({ pictures: true }));
try {
  const client = new SandboxClient(sandbox?.origin ?? "");
  const options = (columns: number) => ({ out, columns: Number(values.columns ?? columns), isForDocs });
  if (values.of === "screens") await photographScreens(browser, site.origin, client);
  else if (values.of === "skies")
    await layOut(await browser.newPage(), await skyShots(browser, site.origin), "skies", options(4));
  else if (values.of === "islands")
    await layOut(
      await browser.newPage(),
      await islandShots(browser, site.origin, client),
      "islands",
      options(6),
    );
  else if (values.of === "motion") {
    const sheet = await browser.newPage();
    for (const [name, shots] of Object.entries(await motionShots(browser, site.origin, client)))
      await layOut(sheet, shots, name, options(4));
  } else throw new Error("--of wants screens, skies, islands or motion.");
} finally {
  await browser.close();
  await stop();
}
