/** Builds the last release before this commit. */
import { execFile, execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildStamp } from "#server/cli/is-build-stale";
import { projectRoot } from "#server/cli/children";

export interface Release {
  number: string;
  commit: string;
}

/** Returns the newest release for which CHANGELOG.md gives a commit: `## 0.2.0 (31b63ee)`. */
export function lastRelease(changelog: string): Release | undefined {
  const [, number, commit] = /^## (\d+\.\d+\.\d+) \(([0-9a-f]{7,40})\)/m.exec(changelog) ?? [];
  return number && commit ? { number, commit } : undefined;
}

/**
 * Returns the last release if this clone can build it.
 *
 * @returns the reason as a sentence if it cannot: CI clones without history by default
 */
export function releaseHere(): Release | string {
  const release = lastRelease(readFileSync(join(projectRoot, "CHANGELOG.md"), "utf8"));
  if (!release) return "CHANGELOG.md names no release with its commit";
  const { status } = spawnSync("git", ["cat-file", "-e", `${release.commit}^{commit}`], { cwd: projectRoot });
  return status === 0
    ? release
    : `this clone has no commit ${release.commit} of ${release.number} (git fetch --unshallow)`;
}

/** Runs a command in a folder. Asynchronous: Vitest takes a worker that is blocked for a minute as lost. */
const run = (cwd: string, program: string, ...args: string[]) => promisify(execFile)(program, args, { cwd });

/**
 * Builds a release, or reuses its earlier build in `.cache/releases`.
 *
 * @returns its folder, for `runProgram`
 */
export async function buildRelease({ commit }: Release): Promise<string> {
  const folder = join(projectRoot, ".cache/releases", commit);
  if (existsSync(join(folder, buildStamp))) return folder;
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    const archive = execFileSync("git", ["archive", commit], { cwd: projectRoot, maxBuffer: 1 << 30 });
    execFileSync("tar", ["-x", "-C", draft], { input: archive });
    const lockOf = (root: string) => readFileSync(join(root, "package-lock.json"), "utf8");
    if (lockOf(draft) === lockOf(projectRoot))
      symlinkSync(join(projectRoot, "node_modules"), join(draft, "node_modules"));
    else await run(draft, "npm", "ci");
    await run(draft, process.execPath, "--import", "tsx", "server/cli/build.ts");
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}
