/** Brings what the tests need and the machine lacks: Chromium and Redis. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findChromium, headlessShell } from "./chromium";

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

/** Installs a package of the system, as root or with a sudo that asks for nothing. @returns whether it could */
function installPackage(name: string): boolean {
  if (!starts("apt-get")) return false;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && spawnSync("sudo", ["-n", "true"], { stdio: "ignore" }).status !== 0) return false;
  const apt = (args: string[]) => (isRoot ? run("apt-get", args) : run("sudo", ["-n", "apt-get", ...args]));
  return apt(["update", "-qq"]) && apt(["install", "-y", "-qq", "--no-install-recommends", name]);
}

/** @throws Error that says what to install, when neither the system nor Playwright has a Chromium for us */
export function bringChromium(): void {
  const isThere = () => {
    const path = findChromium();
    return path !== undefined && starts(path);
  };
  // As root on a machine for tests the faster one is brought in any case; nobody's own machine gets a second browser.
  const isEnough = existsSync(headlessShell) || process.env["CHROMIUM_PATH"] || process.getuid?.() !== 0;
  if (isThere() && isEnough) return;
  console.log("No Chromium here that has no window; bringing one.");
  if (!installPackage("chromium-headless-shell") && !isThere()) installPackage("chromium");
  // On Ubuntu the package is a pointer to a snap, which does not start in a container.
  if (isThere() || (run("npx", ["playwright", "install", "--with-deps", "chromium"]) && isThere())) return;
  throw new Error("No Chromium could be installed: install one, or name it in CHROMIUM_PATH.");
}

/**
 * A program whose package has its name.
 *
 * @throws Error that says what to install
 */
export function bringPackage(name: string): void {
  if (starts(name) || (installPackage(name) && starts(name))) return;
  throw new Error(`No ${name} could be installed.`);
}

/** Whether the proxy of tests/topology is there. */
export const hasCaddy = () =>
  spawnSync(process.env["CADDY"] ?? "caddy", ["version"], { stdio: "ignore", timeout: 20_000 }).status === 0;

/** Brings it. @returns whether it is there; not every system that has all the rest has a package of it */
export function bringCaddy(): boolean {
  if (hasCaddy()) return true;
  console.log("No Caddy here; bringing one.");
  installPackage("caddy");
  return hasCaddy();
}

/** @throws Error that says what to install */
export function bringRedis(): void {
  const program = process.env["REDIS_SERVER"] ?? "redis-server";
  if (starts(program)) return;
  console.log("No Redis here; bringing one.");
  installPackage("redis-server");
  if (!starts(program))
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
      throw new Error(`No ${program} could be installed: it is in Debian's package ${name}.`);
    }
  }
}
