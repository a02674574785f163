import { vitePlugin as remix } from "@remix-run/dev";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import remixOptions from "./remix.config.js";
import { brandFiles, brandFolder } from "./server/cli/brand-files";
import { loadEnvFile } from "./server/cli/env-file";
import { sourceOf, spawnScript } from "./server/cli/children";
import { textFiles } from "./app/i18n/text-files-plugin";
import { brand } from "./server/runtime/brand";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Wraps Remix's server build in server/compose/server-build.ts. */
function ownServerBuild(): Plugin {
  const build = folder("./server/compose/server-build.ts");
  return {
    name: "own-server-build",
    enforce: "pre",
    resolveId: (id, importer) =>
      id === "virtual:remix/server-build" && importer !== build ? build : undefined,
  };
}

/**
 * Vite plugin that starts the sandbox with `remix dev`, unless an API is configured or a server responds on the
 * sandbox's port. In middleware mode it does nothing: `npm run dev` has started the sandbox.
 */
function startSandboxBeside(): Plugin {
  return {
    name: "soria:sandbox-beside",
    apply: "serve",
    configureServer(server) {
      // Only for a listening server: each build creates others that only read modules.
      server.httpServer?.once("listening", () => {
        const { API_BASE_URL, SANDBOX, SANDBOX_PORT } = process.env;
        const port = SANDBOX_PORT || "4000";
        if (API_BASE_URL || SANDBOX === "0") return;
        fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(1000) }).catch(() =>
          spawnScript(sourceOf("sandbox"), { SANDBOX_PORT: port }),
        );
      });
    },
  };
}

/** The two chunks that every page loads: as some twenty small files they would be as many requests. */
const sharedFiles: Record<string, RegExp> = {
  libraries:
    /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@remix-run\/[^/]+|i18next|react-i18next|remix-i18next)\//,
  frame: /\/app\/(root\.tsx$|components\/(document|layout|message|text)\/|i18n\/)/,
};

const sharedFile = (id: string) => Object.keys(sharedFiles).find((name) => sharedFiles[name]?.test(id));

export default defineConfig(({ command, isSsrBuild }) => {
  // For `remix dev`; `npm run dev` has already read the file.
  if (command === "serve") loadEnvFile();
  return {
    plugins: [ownServerBuild(), remix(remixOptions), startSandboxBeside(), brandFiles(), textFiles(brand)],
    // For the expiry in /.well-known/security.txt.
    define: { __BUILT_AT__: JSON.stringify(new Date().toISOString()) },
    resolve: {
      alias: [
        { find: /^~\//, replacement: folder("./app/") },
        { find: /^#server\//, replacement: folder("./server/") },
        { find: /^#brand\//, replacement: `${brandFolder}/` },
      ],
    },
    server: {
      port: Number(process.env["PORT"] ?? 3000),
      strictPort: true,
      fs: { allow: [folder("./"), brandFolder] },
    },
    build: {
      // Browsers with CSS nesting, :has() and <dialog>; older ones use the site without scripts.
      target: ["es2022", "chrome111", "firefox114", "safari16.4"],
      // The service runs with --enable-source-maps.
      sourcemap: isSsrBuild,
      assetsInlineLimit: 1024,
      rollupOptions: {
        onwarn(warning, warn) {
          // A resource route (/sitemap.xml, POST /language) has no browser code.
          if (warning.code !== "EMPTY_BUNDLE") warn(warning);
        },
        ...(isSsrBuild ? {} : { output: { manualChunks: sharedFile } }),
      },
    },
    optimizeDeps: {
      // Lists every dependency of the browser. Discovery would find more only when the first page requests it (and,
      // through Remix's second Vite server, dependencies of server code), and would then replace React and reload the
      // page.
      noDiscovery: true,
      include: [
        "react",
        "react-dom",
        "react-dom/client",
        "react/jsx-runtime",
        "react/jsx-dev-runtime",
        "@remix-run/react",
        "@conform-to/react",
        "mipd",
        "@stripe/stripe-js/pure",
        "dayjs",
        "dayjs/locale/ja.js",
        "dayjs/locale/ko.js",
        "dayjs/locale/zh-cn.js",
        "dayjs/plugin/utc.js",
        "i18next",
        "react-i18next",
        "remix-i18next/react",
      ],
    },
  };
});
