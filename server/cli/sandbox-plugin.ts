import type { ChildProcess } from "node:child_process";
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
    async configureServer(server) {
      if (server.config.server.middlewareMode || process.env["API_BASE_URL"] || process.env["VITEST"]) return;
      const port = Number(process.env["SANDBOX_PORT"] ?? 4000);
      if (await answers(`http://127.0.0.1:${port}/`)) return;
      const child: ChildProcess = spawnScript(sourceOf("sandbox"), { SANDBOX_PORT: String(port) });
      process.once("exit", () => child.kill("SIGTERM"));
      server.httpServer?.once("close", () => child.kill("SIGTERM"));
    },
  };
}

/** Whether anything speaks HTTP at the address, whatever the status. */
async function answers(address: string): Promise<boolean> {
  return fetch(address, { signal: AbortSignal.timeout(1000) }).then(
    () => true,
    () => false,
  );
}
