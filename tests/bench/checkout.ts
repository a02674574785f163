/** Checks out another commit next to this one, to measure both in one run. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reasonToBuild } from "#server/cli/is-build-stale";
import { projectRoot } from "#server/cli/children";

function inFolder(cwd: string, program: string, ...args: string[]): void {
  execFileSync(program, args, { cwd, stdio: ["ignore", "ignore", "inherit"] });
}

const build = (folder: string) =>
  inFolder(folder, process.execPath, "--import", "tsx", "server/cli/build.ts");

/** Builds this checkout if its build is out of date. */
export function buildHere(): void {
  if (reasonToBuild(projectRoot)) build(projectRoot);
}

/**
 * Checks out and builds a commit in a temporary worktree.
 * @returns its folder
 */
export function checkout(commit: string): string {
  const folder = join(mkdtempSync(join(tmpdir(), "soria-compare-")), "site");
  inFolder(projectRoot, "git", "worktree", "add", "--detach", folder, commit);
  const lock = (root: string) => readFileSync(join(root, "package-lock.json"), "utf8");
  if (lock(folder) === lock(projectRoot)) {
    symlinkSync(join(projectRoot, "node_modules"), join(folder, "node_modules"));
  } else inFolder(folder, "npm", "ci");
  build(folder);
  return folder;
}

/** @param folder the result of `checkout` */
export function removeCheckout(folder: string): void {
  inFolder(projectRoot, "git", "worktree", "remove", "--force", folder);
  rmSync(join(folder, ".."), { recursive: true, force: true });
}
