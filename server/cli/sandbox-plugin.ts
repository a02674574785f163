import type { Plugin } from "vite";
import { sourceOf, spawnScript } from "./children";

/**
 * Vite plugin that starts the sandbox with `remix dev`, unless an API is configured or a server responds on the
 * sandbox's port. In middleware mode it does nothing: `npm run dev` has started the sandbox.
 */
export function startSandboxBeside(): Plugin {
  return {
    name: "soria:sandbox-beside",
    apply: "serve",
    configureServer(server) {
      // Only for a listening server: each build creates others that only read modules.
      server.httpServer?.once("listening", () => {
        const { API_BASE_URL, SANDBOX, SANDBOX_PORT } = process.env;
        const port = SANDBOX_PORT || "4000";
        if (API_BASE_URL || SANDBOX === "0") return;
        fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(1000) }).catch(() =>
          spawnScript(sourceOf("sandbox"), { SANDBOX_PORT: port }),
        );
      });
    },
  };
}
