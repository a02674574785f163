import { existsSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./children";

/**
 * Reads `.env` of the project, when there is one, for `npm start`, `npm run dev`, `remix dev` and `npm run sandbox`.
 * What the shell has set already wins. Programs that are started directly (`node build/site.js`, a container) take their
 * environment as it is, so that nothing on a disk changes a production process.
 *
 * @returns the line for the terminal; undefined without a file
 * @throws Error that names the file, when it cannot be read
 */
export function loadEnvFile(file = join(projectRoot, ".env")): string | undefined {
  if (!existsSync(file)) return undefined;
  const before = new Set(Object.keys(process.env));
  try {
    process.loadEnvFile(file);
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  const names = Object.keys(process.env).filter((name) => !before.has(name));
  return `Read .env: ${names.length === 0 ? "it sets nothing that is not set already" : names.join(", ")}.`;
}
