/**
 * Reference for "scripts at most 1.3 times the bare Remix page's bytes": a page with one heading, built with the same
 * packages and options, and the scripts that it loads.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { projectRoot } from "#server/cli/children";

const folder = join(projectRoot, ".cache/bare-remix");

const files: Record<string, string> = {
  "package.json": JSON.stringify({
    type: "module",
    sideEffects: false,
    // Remix reads its runtime from these dependencies. Node resolves the packages from the project's folder.
    dependencies: { "@remix-run/node": "*", "@remix-run/react": "*" },
  }),
  "vite.config.js": `import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import options from "../../remix.config.js";
export default defineConfig({ root: ${JSON.stringify(folder)}, plugins: [remix({ ...options, future: { ...options.future, v3_routeConfig: false } })] });
`,
  // Remix's own entry imports isbot, which the site does not need.
  "app/entry.server.jsx": `import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
export default function handleRequest(request, status, headers, context) {
  headers.set("Content-Type", "text/html");
  const html = renderToString(<RemixServer context={context} url={request.url} />);
  return new Response("<!DOCTYPE html>" + html, { status, headers });
}
`,
  "app/root.jsx": `import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "@remix-run/react";
export default function App() {
  return (
    <html lang="en">
      <head><Meta /><Links /></head>
      <body><Outlet /><ScrollRestoration /><Scripts /></body>
    </html>
  );
}
`,
  "app/routes/_index.jsx": `export default function Page() {
  return <h1>Hello</h1>;
}
`,
};

/**
 * Builds the bare page.
 * @returns the folder with `build/client` and `build/server`
 */
export function buildBareRemix(): string {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const cli = join(projectRoot, "node_modules/@remix-run/dev/dist/cli.js");
  const built = spawnSync(process.execPath, [cli, "vite:build", "--logLevel", "error"], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (built.status !== 0)
    throw new Error(`The bare Remix page does not build:\n${built.stdout}${built.stderr}`);
  return folder;
}

/** Returns the size of the bare page's scripts in bytes, compressed with brotli 11 like the site's scripts. */
export function bareRemixScriptBytes(): number {
  // The build has one page, so that page loads every script.
  const assets = join(buildBareRemix(), "build/client/assets");
  return readdirSync(assets)
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(join(assets, name)))
    .map((script) => brotliCompressSync(script, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length)
    .reduce((sum, length) => sum + length, 0);
}
