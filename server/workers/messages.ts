/** Message from a worker to the primary, which counts the hit for all workers. */
export interface HitRequest {
  kind: "hit";
  id: number;
  key: string;
  windowMs: number;
}

/** Message from the primary to a worker. */
export type ToWorker = { kind: "hit"; id: number; hits: number; leftMs: number } | { kind: "stop" };
