import { readFileSync } from "node:fs";
import { join } from "node:path";
import builtIn from "#brand/brand.json" with { type: "json" };

const folder = process.env["BRAND_DIR"];

/**
 * The brand of the site (docs/branding.md). A build contains its brand and clears the variable (server/cli/build.ts);
 * programs that run from the sources read the folder that BRAND_DIR names.
 */
export const brand: typeof builtIn = folder
  ? (JSON.parse(readFileSync(join(folder, "brand.json"), "utf8")) as typeof builtIn)
  : builtIn;
