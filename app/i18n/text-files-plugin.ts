import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { type BrandTexts, brandTexts } from "../domain/brand-text";
import { isLanguage, type Language } from "./languages";
import { withPhrases } from "./phrases.server";

const name = "virtual:text-files";
const locales = fileURLToPath(new URL("locales", import.meta.url));
const inDevelopment = /^\/@texts\/(\w+)\/([\w-]+)\.json(?:\?|$)/;

/** Returns a namespace in the form that the browser gets: with the texts of the brand and marked headlines. */
function contentOf(lng: Language, namespace: string, brand: BrandTexts): string {
  const file = readFileSync(join(locales, lng, `${namespace}.json`), "utf8");
  const texts = JSON.parse(file) as Record<string, unknown>;
  return JSON.stringify(withPhrases(brandTexts(texts, lng, brand), lng));
}

/**
 * Vite plugin that emits one text file per language and namespace, which the browser caches like scripts.
 * `virtual:text-files` (text-files.d.ts) maps them to URLs. In development the files are read on each request.
 */
export function textFiles(brand: BrandTexts): Plugin {
  let isBuild = false;
  const contents = new Map<string, string>();

  function fileOf(lng: Language, namespace: string): string {
    if (!isBuild) return `/@texts/${lng}/${namespace}.json`;
    const content = contentOf(lng, namespace, brand);
    const hash = createHash("sha256").update(content).digest("base64url").slice(0, 7);
    const file = `assets/texts-${lng}-${namespace}-${hash}.json`;
    contents.set(file, content);
    return `/${file}`;
  }

  return {
    name: "soria:text-files",
    configResolved({ command }) {
      isBuild = command === "build";
    },
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined;
      const files = Object.fromEntries(
        readdirSync(locales)
          .filter(isLanguage)
          .map((lng) => {
            const namespaces = readdirSync(join(locales, lng)).map((file) => file.replace(/\.json$/, ""));
            return [lng, Object.fromEntries(namespaces.map((one) => [one, fileOf(lng, one)]))];
          }),
      );
      return `export default ${JSON.stringify(files)};`;
    },
    generateBundle() {
      if (this.environment.name !== "client") return;
      for (const [fileName, source] of contents) this.emitFile({ type: "asset", fileName, source });
    },
    configureServer({ middlewares }) {
      middlewares.use((req, res, next) => {
        const [, lng, namespace] = inDevelopment.exec(req.url ?? "") ?? [];
        if (!isLanguage(lng) || !namespace) return next();
        try {
          const content = contentOf(lng, namespace, brand);
          res.setHeader("Content-Type", "application/json; charset=utf-8");
          res.setHeader("Cache-Control", "no-store");
          res.end(content);
        } catch (error) {
          next(error);
        }
      });
    },
  };
}
