/**
 * Program of the built site (build/site.js). It loads the server build when it runs, so that it can report a missing
 * part of the build or a missing package in one line.
 */
import "#server/runtime/check-node.cjs";
import { fileURLToPath } from "node:url";
import type { ServerBuild } from "@remix-run/node";

const folder = fileURLToPath(new URL("./", import.meta.url));
// Packages and the configuration read it.
const environment = process.env;
environment["NODE_ENV"] = "production";

function isMissingPart(error: unknown): error is Error {
  if (!(error instanceof Error) || !("code" in error)) return false;
  if (error.code === "ERR_MODULE_NOT_FOUND") return true;
  return error.code === "ENOENT" && "path" in error && String(error.path).startsWith(folder);
}

try {
  const build = (await import(new URL("./server/index.js", import.meta.url).href)) as ServerBuild & {
    start: (folder: string, build: ServerBuild) => Promise<void>;
  };
  await build.start(folder, build);
} catch (error) {
  if (!isMissingPart(error)) throw error;
  const [what] = error.message.split("\n");
  process.stderr.write(`The build is not whole: ${what}. Run npm ci and npm run build.\n`);
  process.exit(1);
}
