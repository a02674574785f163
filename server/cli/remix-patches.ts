import type { Plugin } from "esbuild";
import { readFile } from "node:fs/promises";

/**
 * Patches of Remix's server code. They save a tenth of the CPU time of a member's page (docs/figures.md) and change no
 * response: development and the route tests run without them.
 */
const patches: { file: string; remix: string; site: string }[] = [
  {
    // Remix turns each loader's data into a response and reads it again through a stream.
    file: "router/dist/router.cjs.js",
    remix: `  return new Response(JSON.stringify(data), _extends({}, responseInit, {
    headers
  }));`,
    site: `  const text = JSON.stringify(data);
  const response = new Response(text, _extends({}, responseInit, {
    headers
  }));
  response.json = async () => JSON.parse(text);
  return response;`,
  },
  // Remix copies the request twice for each loader, to remove two search parameters that few requests have.
  ...Object.entries({ stripIndexParam: "index", stripDataParam: "_data" }).map(([name, param]) => {
    const remix = `function ${name}(request) {\n  let url = new URL(request.url);`;
    const site = `${remix}\n  if (!url.searchParams.has("${param}")) return request;`;
    return { file: "server-runtime/dist/data.js", remix, site };
  }),
];

/** esbuild plugin that applies the patches. The build fails if one is not found, as after an update of Remix. */
export function remixPatches(): Plugin {
  return {
    name: "remix-patches",
    setup(build) {
      const open = new Set(patches);
      build.onLoad(
        { filter: /@remix-run\/(router|server-runtime)\/dist\/(router\.cjs|data)\.js$/ },
        async ({ path }) => {
          let contents = await readFile(path, "utf8");
          for (const patch of patches.filter(({ file }) => path.endsWith(file))) {
            if (!contents.includes(patch.remix)) continue;
            contents = contents.replace(patch.remix, patch.site);
            open.delete(patch);
          }
          return { contents };
        },
      );
      build.onEnd(() => ({
        errors: [...open].map(({ file, remix }) => ({
          text: `@remix-run/${file} has changed: ${remix} is not found`,
        })),
      }));
    },
  };
}
