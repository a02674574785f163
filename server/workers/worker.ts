import cluster from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import { useSharedCounter } from "#server/limits/rate-limit.server";
import { metrics } from "#server/observe/metrics.server";
import type { ToWorker } from "./messages";
import { PrimaryCounter } from "./primary-rpc";

/**
 * Connects this worker to its primary, which counts the rate limits and reads the metrics. Does nothing in a single
 * process (WORKERS is 1).
 *
 * @param stop drains and ends this process
 */
export function serveAsWorker(stop: () => void): void {
  if (!cluster.isWorker) return;
  useSharedCounter(new PrimaryCounter());
  const registry = metrics()?.registry;
  if (registry) {
    // One series per worker: a restart resets only that worker's counters, which Prometheus' rate() expects.
    registry.setDefaultLabels({ worker: process.env["SORIA_WORKER"] ?? "" });
    AggregatorRegistry.setRegistries(registry);
    new AggregatorRegistry();
  }
  process.on("message", (message: ToWorker) => {
    if (message.kind === "stop") stop();
  });
}
