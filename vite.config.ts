import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import remixOptions from "./remix.config.js";
import { startSandboxBeside } from "./server/cli/sandbox-plugin";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * What every page loads, in two files instead of twenty: the libraries, which seldom change, and the frame of the
 * site. Small files cost a request each, and compress badly.
 */
function sharedChunk(id: string): string | undefined {
  if (
    /\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|i18next|react-i18next|remix-i18next|@remix-run\/[^/]+)\//.test(
      id,
    ) ||
    id.includes("vite/preload-helper")
  ) {
    return "libraries";
  }
  const isFrame =
    /\/app\/(components\/(layout\/|alert|button-link|error-state|icon|inline-texts|lost|mist|nonce|not-found|page-error|page-head|progress-bar|root-data|seo|toast|toasts|toast-store|use-hydrated)|domain\/(paths|safe-redirect)|i18n\/[a-z.]+\.ts)/.test(
      id,
    );
  return isFrame ? "frame" : undefined;
}

/** Remix's decoder for single fetch, which is off (remix.config.js): 9 kB that no page would ever run. */
function withoutTurboStream(): Plugin {
  const name = "\0without-turbo-stream";
  return {
    name: "without-turbo-stream",
    enforce: "pre",
    resolveId(id, _importer, { ssr }) {
      return id === "turbo-stream" && !ssr ? name : undefined;
    },
    load(id) {
      if (id !== name) return undefined;
      return `export function decode() { throw new Error("Single fetch is off, but an answer of it came."); }\nexport const encode = decode;`;
    },
  };
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), withoutTurboStream(), remix(remixOptions), startSandboxBeside()],
  resolve: {
    alias: [
      { find: /^~\//, replacement: folder("./app/") },
      { find: /^#server\//, replacement: folder("./server/") },
    ],
  },
  server: { port: Number(process.env["PORT"] ?? 3000), strictPort: true },
  build: {
    // What the browsers that run CSS nesting, :has() and <dialog> understand; older ones get the site
    // without scripts, which works.
    target: ["es2022", "chrome111", "firefox114", "safari16.4"],
    assetsInlineLimit: 1024,
    rollupOptions: {
      onwarn(warning, warn) {
        // A resource route (/sitemap.xml, POST /language) has nothing for the browser.
        if (warning.code !== "EMPTY_BUNDLE") warn(warning);
      },
      ...(isSsrBuild ? {} : { output: { manualChunks: sharedChunk } }),
    },
  },
  optimizeDeps: {
    // All that the browser loads is named here, and Vite looks for nothing else: it would find more only when the
    // first page asks for it (and, through Remix's second Vite server, what routes import for the server), and
    // would then exchange React under the page and reload it.
    noDiscovery: true,
    include: [
      "react",
      "react-dom",
      "react-dom/client",
      "react/jsx-runtime",
      "react/jsx-dev-runtime",
      "@remix-run/react",
      "@conform-to/react",
      "i18next",
      "mipd",
      "react-i18next",
      "remix-i18next/react",
      "@stripe/stripe-js/pure",
    ],
  },
}));
