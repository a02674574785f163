import { createServer, type Server } from "node:http";
import type { Env } from "#server/config/env.server";
import { Registry } from "prom-client";
import { metrics } from "#server/observe/metrics.server";

/**
 * Serves `/metrics` in the Prometheus text format; undefined when METRICS_PORT is unset.
 *
 * @param read returns the metrics' text; by default those of this process
 */
export async function serveMetrics(
  { metricsPort: port, metricsHost }: Pick<Env, "metricsPort" | "metricsHost">,
  read = async () => metrics()?.registry.metrics(),
): Promise<Server | undefined> {
  if (port === undefined) return undefined;
  const server = createServer((req, res) => {
    if (req.url !== "/metrics") return void res.writeHead(404).end();
    read().then(
      (text) => res.writeHead(200, { "Content-Type": Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      () => res.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, metricsHost, resolve);
  });
  return server;
}
