import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import express from "express";
import type { Plugin } from "vite";
import { brand } from "../runtime/brand";
import { projectRoot } from "./children";

const ownFolder = join(projectRoot, "brand");
/** Folder of the brand that is built: BRAND_DIR, relative to the project, or brand/. */
export const brandFolder = resolve(projectRoot, process.env["BRAND_DIR"] || "brand");
const isOther = brandFolder !== ownFolder;

const styles = ["tokens.css", "tokens-night.css", "tokens-contrast.css", "skies.css", "headlines.css"];
const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    : [];
const read = (folder: string, name: string) => readFileSync(join(folder, name), "utf8");

/** Returns the paths of all values of a JSON object: `mail.day.ground`. */
const pathsIn = (value: object, prefix = ""): string[] =>
  Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === "object" && inner !== null
      ? pathsIn(inner as object, `${prefix}${key}.`)
      : [prefix + key],
  );

/** Returns what a brand lacks. Nothing is taken from the site's own instead, which would show its name or mark. */
export function brandProblems(folder: string): string[] {
  const missing = ["brand.json", ...styles].filter((name) => !existsSync(join(folder, name)));
  if (missing.length > 0) return missing.map((name) => `${name} is missing`);
  const has = new Set(pathsIn(JSON.parse(read(folder, "brand.json")) as object));
  const texts = pathsIn(JSON.parse(read(ownFolder, "brand.json")) as object)
    .filter((path) => !has.has(path) && !/^(spokenInKorean|drawings|skyTops)\./.test(path))
    .map((path) => `brand.json has no ${path}`);
  // A property has a value for each ground, so its number counts. A brand may have one sky for all hours.
  const properties = styles.flatMap((name) => {
    const [wanted = [], own = []] = [ownFolder, folder].map((each) =>
      [...read(each, name).matchAll(/^\s*(--[\w-]+):/gm)].map(([, property = ""]) => property),
    );
    const timesIn = (all: string[], one: string) => all.filter((each) => each === one).length;
    return [...new Set(wanted)]
      .filter((one) => timesIn(own, one) < (name === "skies.css" ? 1 : timesIn(wanted, one)))
      .map((one) => `${name} does not set ${one}${own.includes(one) ? " for every ground" : ""}`);
  });
  const own = new Set(filesIn(join(folder, "public")));
  const { film } = JSON.parse(read(folder, "brand.json")) as { film?: boolean };
  const files = filesIn(join(ownFolder, "public"))
    .filter((name) => !own.has(name) && (film || !/^media\/hero(-day)?\.(mp4|webm)$/.test(name)))
    .map((name) => `public/${name} is missing`);
  return [...texts, ...properties, ...files];
}

/**
 * Returns the files of another brand that are the site's own, byte for byte. They are no mistake (a style may stay),
 * but a mark or an icon among them would show the first brand.
 */
export function brandCopies(folder: string): string[] {
  if (folder === ownFolder) return [];
  const isCopy = (name: string) =>
    existsSync(join(ownFolder, name)) &&
    readFileSync(join(folder, name)).equals(readFileSync(join(ownFolder, name)));
  return filesIn(folder)
    .filter((name) => !name.startsWith("art/") && isCopy(name))
    .sort();
}

/** Returns the named colours of a brand (`--c-ink`) as hexadecimal numbers. */
function pigmentsOf(folder: string) {
  const found = read(folder, "tokens.css").matchAll(/--c-([\w-]+): (#[\da-f]{6});/g);
  return new Map(Array.from(found, ([, name, hex = ""]) => [name, hex]));
}

/** Colours of the site's drawings with those of the brand: the pigments by name, then `drawings` of brand.json. */
const colours = new Map<string, string>();
if (isOther) {
  const others = pigmentsOf(brandFolder);
  for (const [name, hex] of pigmentsOf(ownFolder)) colours.set(hex, others.get(name) ?? hex);
  for (const [hex, other] of Object.entries(brand.drawings as Record<string, string>))
    colours.set(hex, other);
}

export const inBrandColours = (drawing: string): string =>
  drawing.replace(/#[\da-f]{6}\b/gi, (hex) => colours.get(hex.toLowerCase()) ?? hex);

/** Modules with drawings, or with colours of drawings. */
const drawnModules =
  /\/(server\/island\/(kit\.json|(?:counted|landing|light|steps)\.server\.ts)|app\/(?:domain\/news-pictures\.ts|components\/dao\/faces\.css))$/;

/** Vite plugin: adds the brand's `public/` to the site's, whose pictures it draws in the colours of another brand. */
export function brandFiles(): Plugin {
  const brandPublic = join(brandFolder, "public");
  const sitePublic = join(projectRoot, "public");
  const redrawn = isOther ? filesIn(sitePublic).filter((name) => name.endsWith(".svg")) : [];
  return {
    name: "soria:brand-files",
    enforce: "pre",
    configureServer({ middlewares }) {
      middlewares.use(express().use(express.static(brandPublic, { index: false })));
      middlewares.use((req, res, next) => {
        const name = redrawn.find((each) => req.url?.split("?")[0] === `/${each}`);
        if (name === undefined) return next();
        res.setHeader("Content-Type", "image/svg+xml");
        res.end(inBrandColours(read(sitePublic, name)));
      });
    },
    transform: (code, id) =>
      isOther && drawnModules.test(id) ? { code: inBrandColours(code), map: null } : undefined,
    generateBundle() {
      if (this.environment.name !== "client") return;
      for (const fileName of redrawn)
        this.emitFile({ type: "asset", fileName, source: inBrandColours(read(sitePublic, fileName)) });
      for (const fileName of filesIn(brandPublic))
        this.emitFile({ type: "asset", fileName, source: readFileSync(join(brandPublic, fileName)) });
    },
  };
}
