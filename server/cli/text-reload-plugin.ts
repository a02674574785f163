import type { Plugin } from "vite";

const textFile = /\/app\/i18n\/locales\/([^/]+)\/([^/]+)\.json$/;

/**
 * In development, a text that changes (app/i18n/locales) comes into the open page without a reload, which would lose what
 * is typed there: the file goes to the browser's i18next instance (i18n.client.ts). The server reads it anew by itself.
 */
export function reloadTexts(): Plugin {
  return {
    name: "soria:texts",
    apply: "serve",
    // Before Remix, which reloads the page for a module of the server that the browser has too.
    enforce: "pre",
    // Called once for the browser's modules and once for the server's.
    async hotUpdate({ file, modules, read, server }) {
      const [, lng, namespace] = textFile.exec(file) ?? [];
      if (!lng || !namespace) return undefined;
      if (this.environment.name !== "client") return [];
      // Remix puts these back on the list; one that accepts its own change reloads nothing.
      for (const module of modules) module.isSelfAccepting = true;
      try {
        const texts = JSON.parse(await read()) as unknown;
        this.environment.hot.send("soria:texts", { lng, namespace, texts });
        server.config.logger.info(`texts ${lng}/${namespace}`, { timestamp: true });
      } catch (error) {
        server.config.logger.error(`${file}: ${String(error)}`, { timestamp: true });
      }
      return [];
    },
  };
}
