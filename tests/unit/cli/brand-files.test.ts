import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { brandCopies, brandProblems, inBrandColours } from "#server/cli/brand-files";
import { newFolder } from "../../kit/data/new-folder";

it("finds nothing missing in the site's own brand", () => {
  expect(brandProblems("brand")).toEqual([]);
});

it("finds only the share pictures missing in the second brand, which npm run test:brand draws", () => {
  const problems = brandProblems("tests/brand/lumen");
  expect(problems).toHaveLength(40);
  expect(problems.filter((problem) => !problem.startsWith("public/og/"))).toEqual([]);
});

it("names every text, colour and file that a brand lacks", () => {
  const folder = newFolder();
  cpSync("brand", folder, { recursive: true });
  const edit = (name: string, change: (text: string) => string) =>
    writeFileSync(join(folder, name), change(readFileSync(join(folder, name), "utf8")));
  edit("brand.json", (text) =>
    text.replace('"ko": "Soria"', '"kr": "Soria"').replace('"film": true', '"film": false'),
  );
  edit("tokens-night.css", (text) => text.replace(/--accent: [^;]+;/g, ""));
  rmSync(join(folder, "public/art/logo.svg"));
  // Not needed without the film.
  rmSync(join(folder, "public/media/hero.webm"));
  rmSync(join(folder, "public/media/hero-day.mp4"));
  expect(brandProblems(folder)).toEqual([
    "brand.json has no brand.ko",
    "tokens-night.css does not set --accent",
    "public/art/logo.svg is missing",
  ]);
  rmSync(join(folder, "headlines.css"));
  expect(brandProblems(folder)).toEqual(["headlines.css is missing"]);
});

it("names the files of another brand that are still the first brand's", () => {
  expect(brandCopies("tests/brand/lumen")).toEqual([]);
  const folder = newFolder();
  cpSync("tests/brand/lumen", folder, { recursive: true });
  cpSync("brand/tokens.css", join(folder, "tokens.css"));
  cpSync("brand/public/favicon.svg", join(folder, "public/favicon.svg"));
  expect(brandCopies(folder)).toEqual(["public/favicon.svg", "tokens.css"]);
});

it("leaves drawings as they are for the site's own brand", () => {
  expect(inBrandColours('<path fill="#14172e"/>')).toBe('<path fill="#14172e"/>');
});
