import { createHash } from "node:crypto";
import { existsSync, readFileSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { projectRoot } from "#server/cli/children";

/**
 * Chromium's headless shell from an npm package; `integrity` is the registry's (docs/dependencies.md). With it the
 * browser tests take a fifth less of processor time than with Debian's build.
 */
export const packaged = {
  name: "@sparticuz/chromium",
  version: "153.0.0",
  integrity:
    "sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==",
  file: "package/bin/chromium.br",
  /** Of the program as it is unpacked from `file`. */
  programIntegrity:
    "sha512-cFLN1NsUP48tdsUpn0lMJziFb/md1NJ2U8sD9ujCv0wGLMsLfveQldPJxPzbDPh0qc7XmkTlIPPGPONxiKr/IA==",
  runsHere: process.platform === "linux" && process.arch === "x64",
};
/** Where it is once `bringChromium` has brought it. */
export const packagedPath = join(projectRoot, ".cache/chromium", packaged.version);

/** Path of the packaged program whose hash was checked; processes that a checked one starts do not check again. */
const CHECKED = "SORIA_CHECKED_CHROMIUM";

/** The hash of a file as npm writes it. */
export const integrityOf = (path: string) =>
  `sha512-${createHash("sha512").update(readFileSync(path)).digest("base64")}`;

/** Whether the packaged Chromium is in the cache and is the one that was looked at (0.5 s, once a run). */
export function isPackagedThere(path = packagedPath, integrity = packaged.programIntegrity): boolean {
  if (!packaged.runsHere || !existsSync(path)) return false;
  if (process.env[CHECKED] === path) return true;
  if (integrityOf(path) !== integrity) {
    console.error(`${path} is not ${packaged.name} ${packaged.version}: it is not used.`);
    return false;
  }
  process.env[CHECKED] = path;
  return true;
}

/** Without a window system's parts: the browser tests take two thirds of the time with it. */
export const headlessShell = "/usr/bin/chromium-headless-shell";

/**
 * The Chromium that the browser tests run: CHROMIUM_PATH, the packaged one, one that the
 * system has, or Playwright's own.
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
    ...(isPackagedThere() ? [packagedPath] : []),
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

/**
 * What its processes share (what is drawn, what comes from the network) Playwright has them keep in files, because a
 * container gives /dev/shm 64 MB by default. Where there is more, memory costs 2 to 3 % less than a disk's files.
 */
const roomInMemory = 512 * 1024 ** 2;

function sharesMemory(): boolean {
  const folder = "/dev/shm";
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= roomInMemory;
}

/** How the browser tests start their browser. */
export function launchOptions({ pictures }: { pictures: boolean }): {
  executablePath?: string;
  args: string[];
  ignoreDefaultArgs?: string[];
} {
  const executablePath = findChromium();
  return {
    ...(executablePath && { executablePath }),
    ...(sharesMemory() && { ignoreDefaultArgs: ["--disable-dev-shm-usage"] }),
    args: [...browserTestFlags, ...(pictures ? [] : noPictures)],
  };
}
