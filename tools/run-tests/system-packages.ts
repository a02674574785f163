/** Packages of the system, which the tests install only in CI or on request. */
import { spawnSync } from "node:child_process";

/** Returns true if a program exists and starts. */
export function starts(program: string): boolean {
  return spawnSync(program, ["--version"], { stdio: "ignore", timeout: 20_000 }).status === 0;
}

export function run(program: string, args: string[]): boolean {
  console.log(`$ ${program} ${args.join(" ")}`);
  return (
    spawnSync(program, args, { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } })
      .status === 0
  );
}

/** Returns true if the tests may install packages of the system: in CI, or on request. */
export function mayInstall(environment: NodeJS.ProcessEnv = process.env): boolean {
  return environment["CI"] === "true" || environment["INSTALL_PACKAGES"] === "1";
}

const commandFor = (names: string[]) => `apt-get install -y --no-install-recommends ${names.join(" ")}`;

/** Creates the error that names the command to run. */
export const missingError = (names: string[]) =>
  new Error(
    `Missing here: ${names.join(", ")}. Run as root: ${commandFor(names)}\nOr let the tests do it, as root: INSTALL_PACKAGES=1 (CI=true does, too).`,
  );

/**
 * Installs system packages if allowed, as root or with a sudo without password.
 * @returns true on success
 */
export function installPackage(...names: string[]): boolean {
  if (!mayInstall() || !starts("apt-get")) return false;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && spawnSync("sudo", ["-n", "true"], { stdio: "ignore" }).status !== 0) return false;
  const apt = (args: string[]) => (isRoot ? run("apt-get", args) : run("sudo", ["-n", "apt-get", ...args]));
  return apt(["update", "-qq"]) && apt(["install", "-y", "-qq", "--no-install-recommends", ...names]);
}
