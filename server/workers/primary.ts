/**
 * The primary process of several (WORKERS): it takes the connections and gives them to the workers in turn, which are
 * this same program again; it counts for all of them what has to be counted together, tells their metrics as one, and
 * starts anew what ends. It answers no request itself.
 */
import cluster, { type Worker } from "node:cluster";
import { Restarts } from "#server/runtime/restart-backoff";
import type { Env } from "#server/config/env.server";
import { serveMetrics } from "#server/http/metrics-server";
import { log } from "#server/observe/log.server";
import { MemoryCounter } from "#server/request/hit-counter";
import { closeUntaken } from "./handovers";
import type { ToPrimary, ToWorker } from "./messages";
import { WorkerMetrics } from "./worker-metrics";

/** A worker drains for up to 10 s and is gone after 13 s (server/index.ts); then it has had its time. */
const STOP_MS = 14_000;

const tell = (worker: Worker, message: ToWorker) => {
  if (worker.isConnected()) worker.send(message);
};
const workers = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

/** Starts WORKERS workers and looks after them; the process ends when it is told to and the last of them has ended. */
export async function runWorkers(config: Env): Promise<void> {
  const counter = new MemoryCounter();
  /** Those that answer visitors; one that is starting hears nothing yet. */
  const serving = new Set<Worker>();
  const metrics = new WorkerMetrics(() => {
    for (const worker of serving) tell(worker, { kind: "metrics" });
    return [...serving].map(({ id }) => id);
  });
  let isReady = false;
  let isStopping = false;

  const startWorker = (restarts = new Restarts()): Worker => {
    const worker = cluster.fork();
    closeUntaken(worker);
    const startedAt = performance.now();
    worker.once("listening", () => serving.add(worker));
    worker.on("message", (message: ToPrimary) => {
      if (message.kind === "metrics") return metrics.tell(worker.id, message.metrics);
      const { id, key, windowMs } = message;
      void counter.hit(key, windowMs).then((hit) => tell(worker, { kind: "hit", id, ...hit }));
    });
    worker.once("exit", (code, signal) => {
      serving.delete(worker);
      void metrics.end(worker.id);
      if (isStopping) {
        if (code !== 0 && signal !== "SIGTERM") process.exitCode = 1;
        if (workers().length === 0) process.exit();
        return;
      }
      // Why it could not start, it has said.
      if (!isReady) process.exit(code || 1);
      const pause = restarts.next(performance.now() - startedAt);
      log.error(
        { worker: worker.process.pid, code, signal, pause },
        "a worker has ended; it is started again",
      );
      setTimeout(() => {
        if (!isStopping) startWorker(restarts);
      }, pause);
    });
    return worker;
  };

  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    if (workers().length === 0) process.exit();
    for (const worker of workers()) {
      if (serving.has(worker)) tell(worker, { kind: "stop" });
      else worker.process.kill("SIGTERM");
    }
    setTimeout(() => {
      for (const worker of workers()) worker.process.kill("SIGKILL");
    }, STOP_MS).unref();
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, stop);

  cluster.schedulingPolicy = cluster.SCHED_RR;
  const metricsServer = await serveMetrics(config, () => metrics.text());
  // By itself at first: what stops the start (a port that is taken) is said once.
  const first = startWorker();
  await new Promise((resolve) => first.once("listening", resolve));
  isReady = true;
  for (let n = 1; n < config.workers && !isStopping; n += 1) startWorker();
  process.once("exit", () => metricsServer?.close());
}
