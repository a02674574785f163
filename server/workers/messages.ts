import type { Registry } from "prom-client";

/** All that one process has counted and measured. */
export type Metrics = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** What a worker says to the primary: a hit that is to be counted for all workers, and what it was asked for. */
export type ToPrimary =
  | { kind: "hit"; id: number; key: string; windowMs: number }
  | { kind: "metrics"; metrics: Metrics };

/** What the primary says to a worker. */
export type ToWorker =
  | { kind: "hit"; id: number; hits: number; leftMs: number }
  | { kind: "metrics" }
  | { kind: "stop" };
