import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";

/** Writes a drawing to public/art, made small by svgo, which npx brings. */
export function write(file, svg) {
  const config = "app/art/people/svgo.config.mjs";
  const small = execFileSync(
    "npx",
    ["--yes", "svgo@4.0.0", "--config", config, "--input", "-", "--output", "-"],
    {
      input: svg,
      encoding: "utf8",
    },
  );
  writeFileSync(`public/art/${file}.svg`, small.trim());
  console.log(`${file}.svg\t${small.length} bytes`);
}
