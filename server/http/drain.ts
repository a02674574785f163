import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";

/** Time in ms for which idle connections stay open, for requests that were sent before the signal. */
const IDLE_GRACE_MS = 1_000;
/**
 * The same behind a proxy, which keeps sending until its next health check (every second in deploy/Caddyfile). A
 * POST on a closed connection, or in the backlog of a closed listener, becomes a 502: a proxy must not retry it.
 */
const PROXY_GRACE_MS = 3_000;

/**
 * @param deadlineMs time for requests under way to finish
 * @param isBehindProxy whether to accept connections until a proxy has seen the failing health check
 */
export function drainOf(server: Server, deadlineMs: number, isBehindProxy = false) {
  let isDraining = false;
  const underWay = new Set<ServerResponse>();
  const ofSocket = new WeakMap<Socket, Set<ServerResponse>>();
  server.prependListener("request", ({ socket }, res) => {
    if (isDraining) res.setHeader("Connection", "close");
    let all = ofSocket.get(socket);
    if (!all) {
      all = new Set();
      ofSocket.set(socket, all);
      // A response that is queued behind another one on its connection emits no "close" event.
      socket.once("close", () => ofSocket.get(socket)?.forEach((left) => underWay.delete(left)));
    }
    all.add(res);
    underWay.add(res);
    res.once("close", () => {
      underWay.delete(res);
      all.delete(res);
    });
  });
  return {
    /** True once draining starts: the health check fails, and responses close their connection. */
    get isDraining() {
      return isDraining;
    },
    /** Resolves when no connection is left, or all were closed at the deadline; `cut` requests did not finish. */
    drain(): Promise<{ cut: number }> {
      isDraining = true;
      // Otherwise a keep-alive connection would outlive its last response.
      for (const res of underWay) if (!res.headersSent) res.setHeader("Connection", "close");
      return new Promise((resolve) => {
        let cut = 0;
        const graceMs = Math.min(isBehindProxy ? PROXY_GRACE_MS : IDLE_GRACE_MS, deadlineMs / 2);
        const graceEnd = performance.now() + graceMs;
        const sweep = setInterval(() => performance.now() >= graceEnd && server.closeIdleConnections(), 50);
        const deadline = setTimeout(() => {
          cut = underWay.size;
          server.closeAllConnections();
        }, deadlineMs);
        const stopListening = () => {
          // http.Server.close() also closes idle sockets, dropping requests in transit; net.Server's does not.
          NetServer.prototype.close.call(server, () => {
            clearTimeout(deadline);
            clearInterval(sweep);
            resolve({ cut });
          });
        };
        if (isBehindProxy) setTimeout(stopListening, graceMs);
        else stopListening();
      });
    },
  };
}
