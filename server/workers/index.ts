/**
 * The processes of a site with several (WORKERS). The primary starts the workers (the same program), counts rate
 * limits for all of them, serves their metrics, and restarts a worker that has ended. It handles no requests.
 */
import cluster, { type Worker } from "node:cluster";
import { AggregatorRegistry, Gauge, Registry } from "prom-client";
import type { Env } from "#server/config/env.server";
import { StoreUnavailable } from "#server/errors/store-unavailable";
import { serveMetrics } from "#server/http/metrics-server";
import { useSharedCounter } from "#server/limits/rate-limit.server";
import { type Hit, type HitCounter, MemoryCounter } from "#server/limits/window-counter";
import { log } from "#server/observe/log.server";
import { metrics } from "#server/observe/metrics.server";
import { Restarts } from "#server/runtime/restart-backoff";
import { within } from "#server/runtime/within";

/** Message from a worker to the primary, which counts the hit for all workers. */
interface HitRequest {
  kind: "hit";
  id: number;
  key: string;
  windowMs: number;
}

/** Message from the primary to a worker. */
type ToWorker = ({ kind: "hit"; id: number } & Hit) | { kind: "stop" };

/** A worker drains for up to 10 s and exits after 13 s (server/compose/index.ts); then the primary kills it. */
const STOP_MS = 14_000;

const send = (worker: Worker, message: ToWorker) => {
  if (worker.isConnected()) worker.send(message);
};
const workers = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

/** Returns a function that reads the metrics of all workers as one text, with a label `worker` (1 to WORKERS). */
function metricsReader(serving: ReadonlySet<Worker>): () => Promise<string> {
  const own = new Registry();
  const help = "Processes that answer visitors (WORKERS).";
  const count = new Gauge({ name: "soria_workers", help, registers: [own] });
  const all = new AggregatorRegistry();
  return async () => {
    count.set(serving.size);
    return `${await own.metrics()}\n${await all.clusterMetrics()}`;
  };
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

/**
 * Connects this worker to its primary, which counts the rate limits and reads the metrics. Does nothing in a single
 * process (WORKERS is 1). `stop` drains and ends this process.
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

/** Counts hits for all workers, in the primary process. */
class PrimaryCounter implements HitCounter {
  readonly #waiting = new Map<number, (hit: Hit) => void>();
  #last = 0;

  constructor() {
    process.on("message", (message: ToWorker) => {
      if (message.kind === "hit") this.#waiting.get(message.id)?.(message);
    });
  }

  /** @throws StoreUnavailable when the primary does not respond within 0.5 s */
  async hit(key: string, windowMs: number): Promise<Hit> {
    const id = ++this.#last;
    const unavailable = () => new StoreUnavailable("the primary process did not answer");
    const counted = new Promise<Hit>((resolve, reject) => {
      this.#waiting.set(id, resolve);
      const message: HitRequest = { kind: "hit", id, key, windowMs };
      process.send?.(message, undefined, undefined, (error) => error && reject(unavailable()));
    });
    try {
      return await within(500, counted, () => Promise.reject(unavailable()));
    } finally {
      this.#waiting.delete(id);
    }
  }
}
