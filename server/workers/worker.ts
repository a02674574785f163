import cluster from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import { useSharedCounter } from "#server/limits/rate-limit.server";
import { metrics } from "#server/observe/metrics.server";
import { StoreUnavailable } from "#server/errors/store-unavailable";
import type { Hit, HitCounter } from "#server/limits/window-counter";

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

const TIMEOUT_MS = 500;

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
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Hit>((resolve, reject) => {
        this.#waiting.set(id, resolve);
        const fail = () => reject(new StoreUnavailable("the primary process did not answer"));
        timer = setTimeout(fail, TIMEOUT_MS);
        const message: HitRequest = { kind: "hit", id, key, windowMs };
        process.send?.(message, undefined, undefined, (error) => error && fail());
      });
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }
}

/** Message from a worker to the primary, which counts the hit for all workers. */
export interface HitRequest {
  kind: "hit";
  id: number;
  key: string;
  windowMs: number;
}

/** Message from the primary to a worker. */
export type ToWorker = { kind: "hit"; id: number; hits: number; leftMs: number } | { kind: "stop" };
