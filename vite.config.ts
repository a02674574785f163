import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import remixOptions from "./remix.config.js";
import { startSandboxBeside } from "./server/cli/sandbox-plugin";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [tailwindcss(), remix(remixOptions), startSandboxBeside()],
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
      "dayjs",
      "dayjs/plugin/timezone",
      "dayjs/plugin/utc",
      "i18next",
      "mipd",
      "react-i18next",
      "remix-i18next/react",
      "@stripe/stripe-js/pure",
    ],
  },
});
