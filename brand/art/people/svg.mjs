import { existsSync, writeFileSync } from "node:fs";
import { optimize } from "svgo";
import config from "./svgo.config.mjs";

/**
 * Writes a drawing to public/art, optimised by svgo. One that is not there yet is written with `--new` only: the figures
 * and goods have more poses than the site shows.
 *
 * @param file path below public/art, without ".svg"
 */
export function write(file, svg) {
  const path = `public/art/${file}.svg`;
  if (!existsSync(path) && !process.argv.includes("--new")) return;
  const { data } = optimize(svg, config);
  writeFileSync(path, data.trim());
  console.log(`${path}\t${data.length} bytes`);
}
