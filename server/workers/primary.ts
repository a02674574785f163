/**
 * The primary process of several (WORKERS). It starts the workers (the same program), counts rate limits for all of
 * them, serves their metrics, and restarts a worker that has ended. It handles no requests.
 */
import cluster, { type Worker } from "node:cluster";
import { AggregatorRegistry, Gauge, Registry } from "prom-client";
import type { Env } from "#server/config/env.server";
import { serveMetrics } from "#server/http/metrics-server";
import { MemoryCounter } from "#server/limits/window-counter";
import { log } from "#server/observe/log.server";
import { Restarts } from "#server/runtime/restart-backoff";
import type { HitRequest, ToWorker } from "./worker";

/** A worker drains for up to 10 s and exits after 13 s (server/compose/index.ts); then the primary kills it. */
const STOP_MS = 14_000;

const send = (worker: Worker, message: ToWorker) => {
  if (worker.isConnected()) worker.send(message);
};
const workers = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

/** Returns a function that reads the metrics of all workers as one text, with a label `worker` (1 to WORKERS). */
function metricsReader(serving: ReadonlySet<Worker>): () => Promise<string> {
  const own = new Registry();
  new Gauge({
    name: "soria_workers",
    help: "Processes that answer visitors (WORKERS).",
    registers: [own],
    collect() {
      this.set(serving.size);
    },
  });
  const all = new AggregatorRegistry();
  return async () => `${await own.metrics()}\n${await all.clusterMetrics()}`;
}

/** Starts WORKERS workers and restarts those that end. On a signal it stops them and exits after the last one. */
export async function runWorkers(config: Env): Promise<void> {
  // The workers accept connections themselves. With SCHED_RR the primary passes connections on, and one in transit to a
  // worker that dies would stay open without a response (docs/decisions/0024-workers.md).
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const counter = new MemoryCounter();
  const serving = new Set<Worker>();
  let isReady = false;
  let isStopping = false;

  const startWorker = (slot: number, restarts = new Restarts()): Worker => {
    const worker = cluster.fork({ SORIA_WORKER: String(slot) });
    const startedAt = performance.now();
    worker.once("listening", () => serving.add(worker));
    worker.on("message", (message: HitRequest | { type: string }) => {
      // Messages of prom-client have no kind.
      if (!("kind" in message)) return;
      const { id, key, windowMs } = message;
      void counter.hit(key, windowMs).then((hit) => send(worker, { kind: "hit", id, ...hit }));
    });
    worker.once("exit", (code, signal) => {
      serving.delete(worker);
      if (isStopping) {
        if (code !== 0 && signal !== "SIGTERM") process.exitCode = 1;
        if (workers().length === 0) process.exit();
        return;
      }
      // The worker has logged why it could not start.
      if (!isReady) process.exit(code || 1);
      const pause = restarts.next(performance.now() - startedAt);
      log.error(
        { worker: worker.process.pid, code, signal, pause },
        "a worker has ended; it is started again",
      );
      setTimeout(() => {
        if (!isStopping) startWorker(slot, restarts);
      }, pause);
    });
    return worker;
  };

  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    if (workers().length === 0) process.exit();
    for (const worker of workers()) {
      if (serving.has(worker)) send(worker, { kind: "stop" });
      else worker.process.kill("SIGTERM");
    }
    setTimeout(() => {
      for (const worker of workers()) worker.process.kill("SIGKILL");
    }, STOP_MS).unref();
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, stop);

  const metricsServer = await serveMetrics(config, metricsReader(serving));
  // The first worker starts alone, so that an error at startup (a port in use) is logged once.
  const first = startWorker(1);
  await new Promise((resolve) => first.once("listening", resolve));
  isReady = true;
  for (let slot = 2; slot <= config.workers && !isStopping; slot += 1) startWorker(slot);
  process.once("exit", () => metricsServer?.close());
}
