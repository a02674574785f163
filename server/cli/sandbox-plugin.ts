import type { Plugin } from "vite";
import { spawnScript, sourceOf } from "./children";

/**
 * Starts the sandbox beside `remix vite:dev` (so also beside `remix dev`), when no API is configured and none
 * answers on its port. The HTTP front runs Vite in middleware mode; there `npm run dev` has started it already.
 */
export function startSandboxBeside(): Plugin {
  return {
    name: "soria:sandbox-beside",
    apply: "serve",
    configureServer(server) {
      // Only the server that listens: Remix makes others, which only read modules, during every build.
      server.httpServer?.once("listening", () => {
        startUnlessThere().catch((error: unknown) => server.config.logger.error(String(error)));
      });
    },
  };
}

async function startUnlessThere(): Promise<void> {
  const port = process.env["SANDBOX_PORT"] || "4000";
  if (
    process.env["API_BASE_URL"] ||
    process.env["SANDBOX"] === "0" ||
    (await answers(`http://127.0.0.1:${port}/`))
  )
    return;
  spawnScript(sourceOf("sandbox"), { SANDBOX_PORT: port });
}

/** Whether anything speaks HTTP at the address, whatever the status. */
async function answers(address: string): Promise<boolean> {
  return fetch(address, { signal: AbortSignal.timeout(1000) }).then(
    () => true,
    () => false,
  );
}
