import { createServer, type Server } from "node:http";
import type { Env } from "#server/env.server";
import { metrics } from "#server/observe/metrics.server";

type MetricsEnv = Pick<Env, "metricsPort" | "metricsHost">;

/**
 * Serves `/metrics` in Prometheus' text on METRICS_PORT, a port of its own on METRICS_HOST: this machine alone, unless
 * told otherwise.
 *
 * @returns undefined when METRICS_PORT is unset
 */
export async function serveMetrics({
  metricsPort: port,
  metricsHost,
}: MetricsEnv): Promise<Server | undefined> {
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
    server.listen(port, metricsHost, resolve);
  });
  return server;
}
