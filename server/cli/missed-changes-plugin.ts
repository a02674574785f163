import { statSync } from "node:fs";
import type { Plugin } from "vite";

/**
 * Vite tells a change to the pages that are connected. One that is just loading has the modules of before, and would
 * never hear of it: it says here since when it has been loading (entry.client.tsx), and is loaded once more.
 */
export function tellMissedChanges(): Plugin {
  let last = 0;
  const written = new Map<string, number>();
  return {
    name: "soria:missed-changes",
    apply: "serve",
    // Before those who take modules off the list.
    enforce: "pre",
    hotUpdate({ file, modules }) {
      if (modules.length === 0) return;
      // Told several times of one change; the page that was loaded again at the first is in order.
      const time = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      if (written.get(file) === time) return;
      written.set(file, time);
      last = Date.now();
    },
    configureServer(server) {
      server.ws.on("soria:loading", ({ since }: { since: number }, page) => {
        if (last > since) page.send({ type: "full-reload" });
      });
    },
  };
}
