import type { Plugin } from "vite";
import { type BrandTexts, brandTexts } from "../../app/domain/brand-text";

const textFile = /\/app\/i18n\/locales\/([^/]+)\/([^/]+)\.json$/;

/**
 * Vite plugin that updates changed texts (app/i18n/locales) in the open page without a reload, which would lose form
 * input. Sends the file to the browser's texts (i18n.client.tsx); the server re-reads it anyway.
 */
export function reloadTexts(brand: BrandTexts): Plugin {
  return {
    name: "soria:texts",
    apply: "serve",
    // Runs before Remix, which reloads the page for a server module that the browser also has.
    enforce: "pre",
    // Called once per environment: client and server.
    async hotUpdate({ file, modules, read, server }) {
      const [, lng, namespace] = textFile.exec(file) ?? [];
      if (!lng || !namespace) return undefined;
      if (this.environment.name !== "client") return [];
      // Remix adds these modules to its list again; a self-accepting module causes no reload.
      for (const module of modules) module.isSelfAccepting = true;
      try {
        const texts = brandTexts(JSON.parse(await read()) as unknown, lng, brand);
        this.environment.hot.send("soria:texts", { lng, namespace, texts });
        server.config.logger.info(`texts ${lng}/${namespace}`, { timestamp: true });
      } catch (error) {
        server.config.logger.error(`${file}: ${String(error)}`, { timestamp: true });
      }
      return [];
    },
  };
}
