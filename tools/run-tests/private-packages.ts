/** Debian packages without root: downloaded by apt, and unpacked into .cache/tools. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { projectRoot } from "#server/cli/children";

const folder = join(projectRoot, ".cache/tools");
/** Where packages are unpacked. */
export const unpackedRoot = join(folder, "root");
/** Start scripts of the unpacked programs. */
const bin = join(folder, "bin");

/** Adds the unpacked programs to PATH, after those of the machine. Child processes inherit it. */
export function addPrivatePrograms(environment: NodeJS.ProcessEnv = process.env): void {
  const paths = (environment["PATH"] ?? "").split(delimiter);
  // apt-get of a user without root may have no /usr/sbin in its PATH, where Debian installs servers.
  const more = ["/usr/sbin", bin].filter((path) => existsSync(path) && !paths.includes(path));
  if (more.length > 0) environment["PATH"] = [...paths, ...more].join(delimiter);
}

/** Returns true if this machine can download and unpack Debian packages. */
export function canUnpackPackages(): boolean {
  const starts = (program: string) =>
    spawnSync(program, ["--version"], { stdio: "ignore", timeout: 20_000 }).status === 0;
  return starts("apt-get") && starts("dpkg-deb");
}

/**
 * Unpacks a package with the packages that it depends on and that the machine lacks. Nothing outside of .cache changes:
 * apt keeps its lists in a temporary folder.
 *
 * @param programs names of the programs that get a start script in the PATH of `addPrivatePrograms`
 * @returns whether all of them are there
 */
export function unpackPackage(name: string, programs: string[]): boolean {
  const work = mkdtempSync(join(tmpdir(), "soria-packages-"));
  // apt drops its rights to a user that must be able to write here, if it runs as root.
  chmodSync(work, 0o755);
  try {
    for (const part of ["lists/partial", "archives/partial", "debs"])
      mkdirSync(join(work, part), { recursive: true });
    const options = [
      ...["-o", `Dir::State::lists=${join(work, "lists")}`, "-o", `Dir::Cache=${work}`],
      ...["-o", "Debug::NoLocking=1", "-o", "APT::Sandbox::User=root"],
    ];
    const apt = (...args: string[]) =>
      execFileSync("apt-get", [...options, ...args], {
        cwd: join(work, "debs"),
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
        timeout: 300_000,
      });
    apt("update", "-qq");
    const plan = apt("install", "--print-uris", "-y", "-qq", "--no-install-recommends", name);
    // 'http://…/redis-server_7.0.15_amd64.deb' redis-server_5%3a7.0.15_amd64.deb 67180 SHA256:…
    const wanted = [...plan.matchAll(/^'[^']+' ([^_ ]+)_\S+\.deb /gm)].map(([, each = ""]) => each);
    if (wanted.length === 0) return false;
    console.log(`Unpacking into .cache/tools: ${wanted.join(", ")}`);
    apt("download", "-qq", ...wanted);
    mkdirSync(unpackedRoot, { recursive: true });
    for (const file of readdirSync(join(work, "debs")))
      execFileSync("dpkg-deb", ["-x", join(work, "debs", file), unpackedRoot]);
    return programs.map(writeStartScript).every(Boolean);
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    console.log(`${name} could not be unpacked: ${stderr || String(error)}`);
    return false;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Returns the library folders of the unpacked packages. */
function libraries(): string {
  return ["usr/lib", "lib"]
    .filter((path) => existsSync(join(unpackedRoot, path)))
    .flatMap((path) =>
      readdirSync(join(unpackedRoot, path))
        .filter((name) => name.includes("-linux-gnu"))
        .map((name) => join(unpackedRoot, path, name)),
    )
    .join(":");
}

function writeStartScript(program: string): boolean {
  const path = ["usr/bin", "usr/sbin", "bin", "sbin"]
    .map((place) => join(unpackedRoot, place, program))
    .find((place) => existsSync(place));
  if (path === undefined) return false;
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, program), startScript(path, { LD_LIBRARY_PATH: libraries() }), { mode: 0o755 });
  return true;
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Returns a shell script that becomes the program, so that signals reach it. */
export function startScript(path: string, environment: Record<string, string>): string {
  const exports = Object.entries(environment).map(([name, value]) => `export ${name}=${quoted(value)}\n`);
  return `#!/bin/sh\n${exports.join("")}exec ${quoted(path)} "$@"\n`;
}
