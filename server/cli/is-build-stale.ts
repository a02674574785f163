import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Files and folders that the build depends on. */
export const buildSources = [
  "app",
  "brand",
  "server",
  "public",
  "package.json",
  "package-lock.json",
  "remix.config.js",
  "vite.config.ts",
  "tsconfig.json",
];

/** Written last, so that an interrupted build counts as missing. */
export const buildStamp = "build/.complete";

/**
 * Returns why the site must be built, as a phrase for the terminal.
 *
 * @param root project folder
 * @returns undefined when the build is newer than all its sources
 */
export function reasonToBuild(root: string): string | undefined {
  const stamp = join(root, buildStamp);
  if (!existsSync(stamp)) return "there is no build yet";
  const built = statSync(stamp).mtimeMs;
  const newer = buildSources.find((source) => newestIn(join(root, source)) > built);
  return newer && `${newer} has changed since the last build`;
}

/**
 * Returns the latest modification time of a file or folder, in ms since 1970; 0 if missing. Includes subfolders,
 * because removing a file changes only its folder.
 */
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
