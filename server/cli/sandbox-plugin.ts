import type { Plugin } from "vite";
import { spawnScript, sourceOf } from "./children";

/**
 * Vite plugin that starts the sandbox with `remix vite:dev` and `remix dev`, unless an API is configured or one
 * responds on the sandbox's port. In middleware mode it does nothing: `npm run dev` has started the sandbox.
 */
export function startSandboxBeside(): Plugin {
  return {
    name: "soria:sandbox-beside",
    apply: "serve",
    configureServer(server) {
      // Only for a listening server: each build creates others that only read modules.
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

/** Returns whether an HTTP server responds at the address, with any status. */
async function answers(address: string): Promise<boolean> {
  return fetch(address, { signal: AbortSignal.timeout(1000) }).then(
    () => true,
    () => false,
  );
}
