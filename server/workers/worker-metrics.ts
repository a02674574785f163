import { AggregatorRegistry, Gauge, Registry } from "prom-client";
import { inTime } from "#server/request/in-time.server";
import type { Metrics } from "./messages";

/** A worker that is busy or on its way out is not waited for: what it told last time stands. */
const PATIENCE_MS = 1_000;

/**
 * The metrics of all workers as one text. What a worker that has ended had counted stays in the sums, as it was told
 * last: a sum that falls looks like a restart to Prometheus, which would count the other workers' whole past again.
 */
export class WorkerMetrics {
  readonly #own = new Registry();
  readonly #workers = new Gauge({
    name: "soria_workers",
    help: "Processes that answer visitors (WORKERS).",
    registers: [this.#own],
  });
  readonly #told = new Map<number, Metrics>();
  readonly #ended = new Set<number>();
  readonly #waiting = new Map<number, () => void>();
  #past: Metrics = [];
  #reading: Promise<string> | undefined;

  /** @param ask asks every worker for its metrics, and returns the ids of those it could ask */
  constructor(private readonly ask: () => number[]) {}

  /** What a worker has answered. */
  tell(worker: number, metrics: Metrics): void {
    if (this.#ended.has(worker)) return;
    this.#told.set(worker, metrics);
    this.#waiting.get(worker)?.();
  }

  /** A worker has ended. */
  async end(worker: number): Promise<void> {
    this.#ended.add(worker);
    this.#waiting.get(worker)?.();
    const last = this.#told.get(worker);
    this.#told.delete(worker);
    if (!last) return;
    // What it held (memory, requests under way) has gone with it.
    const counted = last.filter(({ type }) => ["counter", "histogram"].includes(String(type)));
    this.#past = await AggregatorRegistry.aggregate([this.#past, counted]).getMetricsAsJSON();
  }

  /** Prometheus' text; gauges are put together as each of them says. */
  text(): Promise<string> {
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #read(): Promise<string> {
    const asked = this.ask();
    const answers = asked.map((worker) => new Promise<void>((resolve) => this.#waiting.set(worker, resolve)));
    await inTime(Promise.all(answers), PATIENCE_MS);
    this.#waiting.clear();
    this.#workers.set(asked.length);
    const own = await this.#own.getMetricsAsJSON();
    return AggregatorRegistry.aggregate([own, this.#past, ...this.#told.values()]).metrics();
  }
}
