import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Everything that ends up in the build. */
export const buildSources = [
  "app",
  "server",
  "public",
  "package.json",
  "package-lock.json",
  "remix.config.js",
  "vite.config.ts",
  "tsconfig.json",
];

/** Written last, so that a build that broke off counts as none. */
export const buildStamp = "build/.complete";

/**
 * Why the site has to be built, as a phrase for the terminal.
 *
 * @param root the folder of the project
 * @returns undefined when the build is there and younger than all its sources
 */
export function reasonToBuild(root: string): string | undefined {
  const stamp = join(root, buildStamp);
  if (!existsSync(stamp)) return "there is no build yet";
  const built = statSync(stamp).mtimeMs;
  const newer = buildSources.find((source) => newestIn(join(root, source)) > built);
  return newer && `${newer} has changed since the last build`;
}

/** The latest change in a file or a folder; folders count too, because a removed file changes only them. */
function newestIn(path: string): number {
  if (!existsSync(path)) return 0;
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries.reduce(
    (newest, entry) => Math.max(newest, statSync(join(entry.parentPath, entry.name)).mtimeMs),
    stats.mtimeMs,
  );
}
