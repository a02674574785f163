import type { Plugin } from "vite";

/** What Remix (@remix-run/dev, REACT_REFRESH_FOOTER) puts at the end of each module with components. */
const footer =
  /RefreshRuntime\.__hmr_import\(import\.meta\.url\)\.then\(\(currentExports\) => \{\s*(RefreshRuntime\.registerExportsForReactRefresh\([^;]*\);)\s*import\.meta\.hot\.accept\(\(nextExports\) => \{([^]*?)\n {4}\}\);\n {2}\}\);/;

/**
 * A module takes its next version as soon as it runs. Remix's says so some milliseconds later, once it has imported
 * itself; Vite asks for the next version's takers when it starts on it, finds none in between, and loads the version
 * without showing it: the second of two quick changes was told in the terminal, and never seen in the browser.
 */
export function acceptAtOnce(): Plugin {
  return {
    name: "soria:accept-at-once",
    apply: "serve",
    enforce: "post",
    transform(code, id, { ssr } = {}) {
      if (ssr || !code.includes("RefreshRuntime.__hmr_import(import.meta.url)")) return undefined;
      if (!footer.test(code))
        this.error(`@remix-run/dev has changed: ${id} has not the end that is expected`);
      const changed = code.replace(
        footer,
        (
          _,
          register: string,
          accept: string,
        ) => `const ownExports = RefreshRuntime.__hmr_import(import.meta.url);
  ownExports.then((currentExports) => { ${register} });
  import.meta.hot.accept(async (nextExports) => {
      const currentExports = await ownExports;${accept}
  });`,
      );
      return { code: changed, map: null };
    },
  };
}
