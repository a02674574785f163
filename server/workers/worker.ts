import cluster from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import { useSharedCounter } from "#server/limits/rate-limit.server";
import { metrics } from "#server/observe/metrics.server";
import type { ToWorker } from "./messages";
import { PrimaryCounter } from "./primary-rpc";

/**
 * Connects this worker to its primary: rate limits are counted there, and metrics are read from there. Does nothing in a
 * process that runs alone (WORKERS is 1).
 *
 * @param stop drains this process and ends it
 */
export function serveAsWorker(stop: () => void): void {
  if (!cluster.isWorker) return;
  useSharedCounter(new PrimaryCounter());
  const registry = metrics()?.registry;
  if (registry) {
    // One series for each worker: a restart resets that worker's counters alone, which Prometheus' rate() expects.
    registry.setDefaultLabels({ worker: process.env["SORIA_WORKER"] ?? "" });
    AggregatorRegistry.setRegistries(registry);
    new AggregatorRegistry();
  }
  process.on("message", (message: ToWorker) => {
    if (message.kind === "stop") stop();
  });
}
