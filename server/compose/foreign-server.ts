import { env } from "#server/config/env.server";
import { exitOnStartError } from "./start-error";

/**
 * Ends a foreign server of the build (`remix-serve build/server/index.js`) with one line when a variable is wrong or
 * missing. It has no start of its own: each request would be a 500 instead.
 *
 * @param program path of the running program
 */
export function checkForeignServer(program = process.argv[1] ?? ""): void {
  if (!/(?:^|[\\/])remix-serve(?:\.[cm]?js)?$|@remix-run[\\/]serve[\\/]/.test(program)) return;
  try {
    env();
  } catch (error) {
    exitOnStartError(error);
  }
}
