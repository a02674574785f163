import { existsSync, writeFileSync } from "node:fs";
import { optimize } from "svgo";
import config from "./svgo.config.mjs";

/**
 * Writes a drawing to public/art, optimised by svgo. One that is not there yet is written with `--new` only: the figures
 * and goods have more poses than the site shows.
 *
 * @param file path below public/art, without ".svg"
 * @param finish changes the optimised drawing, which is then optimised again
 */
export function write(file, svg, finish) {
  const path = `public/art/${file}.svg`;
  if (!existsSync(path) && !process.argv.includes("--new")) return;
  const first = optimize(svg, config).data;
  const { data } = finish ? optimize(finish(first), config) : { data: first };
  writeFileSync(path, data.trim());
  console.log(`${path}\t${data.length} bytes`);
}
