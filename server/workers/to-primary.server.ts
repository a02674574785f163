import cluster from "node:cluster";
import { singleton } from "#server/runtime/singleton";
import type { Hit, HitCounter } from "#server/request/hit-counter";
import { StoreUnavailable } from "#server/session/store";
import type { ToPrimary, ToWorker } from "./messages";

/** The primary does nothing that takes long; past this something is wrong with it. */
const PATIENCE_MS = 500;

/** Counts for all workers together: the primary does it. */
class PrimaryCounter implements HitCounter {
  readonly #waiting = new Map<number, (hit: Hit) => void>();
  #last = 0;

  constructor() {
    process.on("message", (message: ToWorker) => {
      if (message.kind === "hit") this.#waiting.get(message.id)?.(message);
    });
  }

  /** @throws StoreUnavailable when the primary does not answer */
  async hit(key: string, windowMs: number): Promise<Hit> {
    const id = ++this.#last;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Hit>((resolve, reject) => {
        this.#waiting.set(id, resolve);
        const fail = () => reject(new StoreUnavailable("the primary process did not answer"));
        timer = setTimeout(fail, PATIENCE_MS);
        const message: ToPrimary = { kind: "hit", id, key, windowMs };
        process.send?.(message, undefined, undefined, (error) => error && fail());
      });
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }
}

/** @returns undefined in a process that is the only one (WORKERS is 1) */
export function primaryCounter(): HitCounter | undefined {
  return cluster.isWorker ? singleton("primary-counter", () => new PrimaryCounter()) : undefined;
}
