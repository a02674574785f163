import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";

export interface Drain {
  /** True from the first sign of the end: the health check says so, and answers close their connection. */
  readonly isDraining: boolean;
  /**
   * Takes no new connection (behind a proxy not before its health check has told it), lets the requests under way end,
   * and cuts what is still open at the deadline.
   *
   * @returns when no connection is left; `cut` is the number of requests that did not end
   */
  drain(): Promise<{ cut: number }>;
}

/** For so long an idle connection may still bring a request that its sender put on its way before the signal. */
const IDLE_GRACE_MS = 1_000;
/**
 * A proxy goes on sending until its next health check has an answer (the shipped Caddyfile: a second). A POST that it
 * sends over a connection which is then closed, or which waits to be taken when nobody listens any more, is a 502: it
 * must not be sent again.
 */
const PROXY_GRACE_MS = 3_000;

/** More requests of one connection than are ever worked on or wait. */
const MOST_OF_SOCKET = 20;

/**
 * @param deadlineMs how long requests under way may take to end
 * @param isBehindProxy whether connections are taken until a proxy has seen the health check's answer
 */
export function drainOf(server: Server, deadlineMs: number, isBehindProxy = false): Drain {
  let isDraining = false;
  const underWay = new Set<ServerResponse>();
  const ofSocket = new WeakMap<Socket, Set<ServerResponse>>();
  server.prependListener("request", ({ socket }, res) => {
    if (isDraining) res.setHeader("Connection", "close");
    let all = ofSocket.get(socket);
    if (!all) {
      all = new Set();
      ofSocket.set(socket, all);
      // A response that is queued behind another on its connection gets no "close" event of its own.
      socket.once("close", () => ofSocket.get(socket)?.forEach((left) => underWay.delete(left)));
    }
    // Requests that are pipelined beyond this are never answered (connections.ts): thousands of them need no tracking.
    if (all.size > MOST_OF_SOCKET) return;
    all.add(res);
    underWay.add(res);
    res.once("close", () => {
      underWay.delete(res);
      all.delete(res);
    });
  });
  return {
    get isDraining() {
      return isDraining;
    },
    drain() {
      isDraining = true;
      // A kept-alive connection would outlive its last answer.
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
          // http's own close() would cut idle connections in the face of a request that is on its way.
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
