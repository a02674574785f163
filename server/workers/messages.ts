/** A worker asks the primary to count a hit for all workers together. */
export interface HitRequest {
  kind: "hit";
  id: number;
  key: string;
  windowMs: number;
}

/** What the primary sends to a worker. */
export type ToWorker = { kind: "hit"; id: number; hits: number; leftMs: number } | { kind: "stop" };
