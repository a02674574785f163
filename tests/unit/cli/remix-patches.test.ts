import type * as runtime from "@remix-run/node";
import { build } from "esbuild";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { remixPatches } from "#server/cli/remix-patches";
import { projectRoot } from "#server/cli/children";

type Runtime = typeof runtime;

/** Bundles a module with the patches, like server/cli/build.ts, and returns its exports. */
async function bundled(code: string): Promise<unknown> {
  const outfile = join(mkdtempSync(join(tmpdir(), "soria-patches-")), "bundle.cjs");
  await build({
    stdin: { contents: code, resolveDir: projectRoot },
    bundle: true,
    platform: "node",
    format: "cjs",
    logLevel: "silent",
    outfile,
    plugins: [remixPatches()],
  });
  return createRequire(import.meta.url)(outfile);
}

it("reads a loader's data without its stream, and gives each loader the request itself", async () => {
  const { createRequestHandler, json } = (await bundled(
    'export * from "./node_modules/@remix-run/server-runtime";',
  )) as Runtime;
  const data = { text: "賛成 </script>", list: [1, null], when: new Date(0) };
  const response = json(data, { status: 201, headers: { "X-Mine": "yes" } });
  expect(response.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
  expect([response.status, response.headers.get("X-Mine")]).toEqual([201, "yes"]);
  expect(await response.json()).toEqual(JSON.parse(JSON.stringify(data)));
  // The browser gets the same text.
  expect(await response.text()).toBe(JSON.stringify(data));

  const seen: Request[] = [];
  const loader = ({ request }: { request: Request }) => {
    seen.push(request);
    return json({ url: request.url });
  };
  const handle = createRequestHandler({
    entry: { module: { default: () => new Response() } },
    routes: {
      page: { id: "page", path: "page", module: { default: () => null, loader } },
      file: { id: "file", path: "file", module: { loader } },
    },
    assets: { entry: { module: "", imports: [] }, routes: {}, url: "", version: "" },
    publicPath: "/",
    assetsBuildDirectory: "",
    future: {},
    isSpaMode: false,
  } as unknown as Parameters<Runtime["createRequestHandler"]>[0]);
  const page = new Request("http://site/page?n=1&_data=page");
  expect(await (await handle(page)).json()).toEqual({ url: "http://site/page?n=1" });
  const file = new Request("http://site/file?n=1");
  await handle(file);
  expect(seen.map((request) => request === file)).toEqual([false, true]);
});

it("fails the build if Remix has changed", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "soria-patches-")), "entry.js");
  writeFileSync(file, "export default 1;");
  await expect(bundled(`export { default } from ${JSON.stringify(file)};`)).rejects.toThrow(
    /router\.cjs\.js has changed[^]*data\.js has changed/,
  );
});
