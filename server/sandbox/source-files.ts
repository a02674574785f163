import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Returns a file or folder of the sources, from this file or from the bundle (build/sandbox.js). */
export function sourcePath(path: string): string {
  const here = fileURLToPath(new URL(`../../${path}`, import.meta.url));
  return existsSync(here) ? here : fileURLToPath(new URL(`../${path}`, import.meta.url));
}
