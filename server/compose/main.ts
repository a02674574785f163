/**
 * The program of the built site (`npm run build` makes build/site.js of it). It imports nothing at first, so that it can
 * say in one line that a part of the build or a package is missing.
 */
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("./", import.meta.url));
// The bundle is made for production; packages outside of it and the settings read this.
const environment = process.env;
environment["NODE_ENV"] = "production";

/** Whether a module, a package or a file of the build is not there. */
function isMissingPart(error: unknown): error is Error {
  if (!(error instanceof Error) || !("code" in error)) return false;
  if (error.code === "ERR_MODULE_NOT_FOUND") return true;
  return error.code === "ENOENT" && "path" in error && String(error.path).startsWith(folder);
}

try {
  const { start } = await import("./index");
  await start(folder);
} catch (error) {
  if (!isMissingPart(error)) throw error;
  const [what] = error.message.split("\n");
  process.stderr.write(`The build is not whole: ${what}. Run npm ci and npm run build.\n`);
  process.exit(1);
}
