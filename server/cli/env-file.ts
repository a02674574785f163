import { existsSync, watchFile } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./children";

const envFile = join(projectRoot, ".env");

/**
 * Reads the project's `.env`, if it exists, and returns a line for the terminal. Variables of the shell win. Programs
 * started directly (`node build/site.js`, a container) do not read it: no file changes a production process.
 */
export function loadEnvFile(file = envFile): string | undefined {
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

/** Reports each change of `.env`, also of one that does not exist yet: a program reads its environment only once. */
export function watchEnvFile(say: (line: string) => void, file = envFile): void {
  watchFile(file, { interval: 500 }, (now, before) => {
    if (now.mtimeMs !== before.mtimeMs) say(".env has changed: stop and start again, so that it is read.");
  }).unref();
}
