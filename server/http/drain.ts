import type { Server } from "node:http";

export interface Drain {
  /** True from the first sign of the end: the health check says so, and new requests close their connection. */
  readonly isDraining: boolean;
  /**
   * Stops taking connections, lets the requests under way end, closes idle connections at once, and cuts what is
   * still open at the deadline.
   *
   * @returns when no connection is left; how many were cut
   */
  drain(): Promise<{ cut: number }>;
}

/** @param deadlineMs how long requests under way may take to end */
export function drainOf(server: Server, deadlineMs: number): Drain {
  let isDraining = false;
  let underWay = 0;
  server.prependListener("request", (_req, res) => {
    underWay += 1;
    // A kept-alive connection would outlive its last answer.
    if (isDraining) res.setHeader("Connection", "close");
    res.once("close", () => {
      underWay -= 1;
      if (isDraining) server.closeIdleConnections();
    });
  });
  return {
    get isDraining() {
      return isDraining;
    },
    drain() {
      isDraining = true;
      return new Promise((resolve) => {
        let cut = 0;
        const deadline = setTimeout(() => {
          cut = underWay;
          server.closeAllConnections();
        }, deadlineMs);
        const sweep = setInterval(() => server.closeIdleConnections(), 250);
        server.close(() => {
          clearTimeout(deadline);
          clearInterval(sweep);
          resolve({ cut });
        });
        server.closeIdleConnections();
      });
    },
  };
}
