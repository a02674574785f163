import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { type BrandTexts, brandTexts } from "../domain/brand-text";
import { isLanguage, type Language } from "./languages";
import { withPhrases } from "./phrases.server";

const name = "virtual:text-files";
const locales = fileURLToPath(new URL("locales", import.meta.url));
const inDevelopment = /^\/@texts\/(\w+)\/([\w-]+)\.json(?:\?|$)/;
const textFile = /\/app\/i18n\/locales\/([^/]+)\/([^/]+)\.json$/;
type Texts = Record<string, unknown>;

const pathOf = (lng: Language, namespace: string) => join(locales, lng, `${namespace}.json`);

/** Returns the texts of a namespace in the form that the browser gets: with those of the brand and marked headlines. */
const forBrowser = (texts: Texts, lng: Language, brand: BrandTexts) =>
  withPhrases(brandTexts(texts, lng, brand), lng);

/**
 * Reads a JSON file that somebody may be saving. An editor empties the file before it writes, so a file that is no
 * JSON is read again, for half a second.
 * @throws Error with the file's name if it stays unreadable
 */
export async function readSavedJson(file: string): Promise<Texts> {
  for (let left = 10; ; left--) {
    const content = await readFile(file, "utf8");
    try {
      return JSON.parse(content) as Texts;
    } catch (error) {
      if (left === 0) throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
      await pause(50);
    }
  }
}

/**
 * Vite plugin that emits one text file per language and namespace, which the browser caches like scripts.
 * `virtual:text-files` (text-files.d.ts) maps them to URLs. In development the files are read on each request, and a
 * changed one is sent to the open page (i18n.client.ts): a reload would lose form input.
 */
export function textFiles(brand: BrandTexts): Plugin {
  let isBuild = false;
  const contents = new Map<string, string>();

  function fileOf(lng: Language, namespace: string): string {
    if (!isBuild) return `/@texts/${lng}/${namespace}.json`;
    const texts = JSON.parse(readFileSync(pathOf(lng, namespace), "utf8")) as Texts;
    const content = JSON.stringify(forBrowser(texts, lng, brand));
    const hash = createHash("sha256").update(content).digest("base64url").slice(0, 7);
    const file = `assets/texts-${lng}-${namespace}-${hash}.json`;
    contents.set(file, content);
    return `/${file}`;
  }

  return {
    name: "soria:text-files",
    // Runs before Remix, which reloads the page for a server module that the browser also has.
    enforce: "pre",
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
        readSavedJson(pathOf(lng, namespace)).then((texts) => {
          res.setHeader("Content-Type", "application/json; charset=utf-8");
          res.setHeader("Cache-Control", "no-store");
          res.end(JSON.stringify(forBrowser(texts, lng, brand)));
        }, next);
      });
    },
    // Called once per environment: client and server. The server reads a changed file anyway.
    async hotUpdate({ file, modules, server }) {
      const [, lng, namespace] = textFile.exec(file) ?? [];
      if (!isLanguage(lng) || !namespace) return undefined;
      if (this.environment.name !== "client") return [];
      // Remix adds these modules to its list again; a self-accepting module causes no reload.
      for (const module of modules) module.isSelfAccepting = true;
      try {
        const texts = forBrowser(await readSavedJson(file), lng, brand);
        this.environment.hot.send("soria:texts", { lng, namespace, texts });
        server.config.logger.info(`texts ${lng}/${namespace}`, { timestamp: true });
      } catch (error) {
        server.config.logger.error(String(error), { timestamp: true });
      }
      return [];
    },
  };
}
