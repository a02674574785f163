import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

export const buildSources = [
  "app",
  "brand",
  "contract",
  "server",
  "public",
  "package.json",
  "package-lock.json",
  "remix.config.js",
  "vite.config.ts",
  "tsconfig.json",
];

export const brandName = () => process.env["BRAND_DIR"] || "brand";

/** Contains the brand. Written last, so that an interrupted build counts as missing. */
export const buildStamp = "build/.complete";

/** Returns why the site must be built, for the terminal; undefined when the build is newer than all its sources. */
export function reasonToBuild(root: string): string | undefined {
  const stamp = join(root, buildStamp);
  if (!existsSync(stamp)) return "there is no build yet";
  const built = statSync(stamp).mtimeMs;
  if (readFileSync(stamp, "utf8") !== brandName()) return `it is to be of the brand in ${brandName()}`;
  const newer = [...buildSources, brandName()].find((source) => newestIn(resolve(root, source)) > built);
  return newer && `${newer} has changed since the last build`;
}

/** Returns the latest change of a file or folder, 0 if missing. Removing a file changes only its folder. */
function newestIn(path: string): number {
  if (!existsSync(path)) return 0;
  const inside = statSync(path).isDirectory() ? (readdirSync(path, { recursive: true }) as string[]) : [];
  return Math.max(...[".", ...inside].map((name) => statSync(join(path, name)).mtimeMs));
}
