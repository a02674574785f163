import cluster from "node:cluster";
import { metrics } from "#server/observe/metrics.server";
import type { ToPrimary, ToWorker } from "./messages";

/**
 * What a worker does for its primary: it tells its metrics, and stops when it is told to. Nothing at all in a process
 * that is the only one.
 *
 * @param stop ends this process once what is under way has ended
 */
export function serveAsWorker(stop: () => void): void {
  if (!cluster.isWorker) return;
  process.on("message", (message: ToWorker) => {
    if (message.kind === "stop") stop();
    if (message.kind === "metrics") void tellMetrics();
  });
}

async function tellMetrics(): Promise<void> {
  const registry = metrics()?.registry;
  if (!registry) return;
  const message: ToPrimary = { kind: "metrics", metrics: await registry.getMetricsAsJSON() };
  process.send?.(message);
}
