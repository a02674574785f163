import { createServer, type Server } from "node:http";
import { metrics } from "#server/observe/metrics.server";

/**
 * Serves `/metrics` in Prometheus' text on METRICS_PORT, a port of its own that visitors cannot reach.
 *
 * @returns undefined when METRICS_PORT is unset
 */
export async function serveMetrics(port: number | undefined): Promise<Server | undefined> {
  const registry = metrics()?.registry;
  if (port === undefined || !registry) return undefined;
  const server = createServer((req, res) => {
    if (req.url !== "/metrics") return void res.writeHead(404).end();
    registry.metrics().then(
      (text) => res.writeHead(200, { "Content-Type": registry.contentType }).end(text),
      () => res.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, resolve);
  });
  return server;
}
