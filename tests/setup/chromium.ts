import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** The same engine without a window system's parts: the browser tests take two thirds of the time with it. */
export const headlessShell = "/usr/bin/chromium-headless-shell";

/**
 * The Chromium that the browser tests run: CHROMIUM_PATH, one that the system has, or Playwright's own.
 *
 * @returns undefined when there is none
 */
export function findChromium(): string | undefined {
  const wanted = process.env["CHROMIUM_PATH"];
  if (wanted) {
    if (!existsSync(wanted)) throw new Error(`CHROMIUM_PATH has ${wanted}; wants the path of a Chromium.`);
    return wanted;
  }
  return [
    headlessShell,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    chromium.executablePath(),
  ].find((path) => existsSync(path));
}

/** No sandbox, because CI runs as root in a container; and nothing that calls home. */
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * What the browser tests leave out besides. RenderDocument makes a new frame, with a compositor of its own, for each
 * page that is gone to: a fifth of what a page costs. Site isolation gives each test processes of its own, which start
 * anew: 30 core seconds of all tests. Only the last `--disable-features` counts, so Playwright's own
 * (chromiumSwitches.ts) stands here, too, as far as it is about pages.
 */
const browserTestFlags = [
  ...chromiumFlags,
  // No page stays long enough for what its scripts' optimization costs: a tenth of the browser's work.
  "--js-flags=--no-opt --no-maglev",
  "--disable-site-isolation-trials",
  `--disable-features=${[
    "RenderDocument",
    "IsolateOrigins",
    "site-per-process",
    "SpareRendererForSitePerProcess",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
  ].join(",")}`,
];

/**
 * Pictures come in the tests that are about them, about what stands where, and about purchases, whose outcome counts as
 * told when a picture in its message is loaded (`test.use(withPictures)` in their file); in all of them with
 * PICTURES=all, every night. What loads, decodes and paints them is a quarter of what a page with scripts costs, and
 * almost half of one without.
 */
const noPictures = process.env["PICTURES"] === "all" ? [] : ["--blink-settings=imagesEnabled=false"];

/** How the browser tests start their browser. */
export function launchOptions({ pictures }: { pictures: boolean }): {
  executablePath?: string;
  args: string[];
} {
  const executablePath = findChromium();
  return {
    ...(executablePath && { executablePath }),
    args: [...browserTestFlags, ...(pictures ? [] : noPictures)],
  };
}
