import { createHash } from "node:crypto";
import { existsSync, readFileSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { projectRoot } from "#server/cli/children";

/**
 * Chromium's headless shell from an npm package; `integrity` is the registry's (docs/dependencies.md). Browser tests
 * take 20 % less CPU time with it than with Debian's build.
 */
export const packaged = {
  name: "@sparticuz/chromium",
  version: "153.0.0",
  integrity:
    "sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==",
  folder: "package/bin",
  program: "chromium.br",
  /** Libraries and a font for machines that lack them. */
  files: ["al2023.tar.br", "fonts.tar.br"],
  /** Hash of the program after unpacking. */
  programIntegrity:
    "sha512-cFLN1NsUP48tdsUpn0lMJziFb/md1NJ2U8sD9ujCv0wGLMsLfveQldPJxPzbDPh0qc7XmkTlIPPGPONxiKr/IA==",
  runsHere: process.platform === "linux" && process.arch === "x64",
};
/** Path of the program after `bringChromium` has installed it. */
export const packagedPath = join(projectRoot, ".cache/chromium", packaged.version);

/** Its fonts, and the libraries for a machine that lacks them. */
export const packagedFiles = `${packagedPath}-files`;
/** Starts the program with `packagedFiles`: always with the fonts, and with the libraries where they are missing. */
export const packagedScript = `${packagedPath}-start`;

/** Environment variable with the path of the verified program. Child processes inherit it and skip the check. */
const CHECKED = "SORIA_CHECKED_CHROMIUM";

/** Returns the hash of a file in npm's format. */
export const integrityOf = (path: string) =>
  `sha512-${createHash("sha512").update(readFileSync(path)).digest("base64")}`;

/** Returns true if the packaged Chromium is in the cache and its hash matches (0.5 s, once per run). */
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

/** Debian's headless shell, with which browser tests take two thirds of the time of the full Chromium. */
export const headlessShell = "/usr/bin/chromium-headless-shell";

/**
 * Returns the Chromium for the browser tests: CHROMIUM_PATH, the packaged one, the system's, or Playwright's.
 *
 * @returns undefined if there is none
 * @throws Error if CHROMIUM_PATH names no file
 */
export function findChromium(): string | undefined {
  const wanted = process.env["CHROMIUM_PATH"];
  if (wanted) {
    if (!existsSync(wanted)) throw new Error(`CHROMIUM_PATH has ${wanted}; wants the path of a Chromium.`);
    return wanted;
  }
  return [
    ...(isPackagedThere() ? [existsSync(packagedScript) ? packagedScript : packagedPath] : []),
    headlessShell,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    chromium.executablePath(),
  ].find((path) => existsSync(path));
}

/** No sandbox, because CI runs as root in a container. No background connections. */
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
 * Further flags for the browser tests. RenderDocument creates a new frame and compositor for each navigation: 20 % of
 * the cost of a page. Site isolation starts new processes for each test: 30 core seconds over all tests. Only the
 * last `--disable-features` counts, so this list repeats Playwright's (chromiumSwitches.ts) as far as it affects
 * pages.
 */
const browserTestFlags = [
  ...chromiumFlags,
  // Pages are too short-lived for JIT optimization to pay off: 10 % of the browser's work.
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
 * Images load only in tests about images, layout, and purchases, whose outcome counts as shown when an image in its
 * message loads (`test.use(withPictures)` in the file). With PICTURES=all, every night, they load in all tests.
 * Images are a quarter of the cost of a page with scripts, and almost half of one without.
 */
const noPictures = process.env["PICTURES"] === "all" ? [] : ["--blink-settings=imagesEnabled=false"];

/**
 * Playwright makes Chromium use files instead of shared memory, because containers give /dev/shm 64 MB by default.
 * With more space, /dev/shm costs 2 to 3 % less.
 */
const roomInMemory = 512 * 1024 ** 2;

function sharesMemory(): boolean {
  const folder = "/dev/shm";
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= roomInMemory;
}

/** Returns the launch options for the browser tests. */
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
