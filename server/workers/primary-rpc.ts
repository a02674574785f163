import { StoreUnavailable } from "#server/errors/store-unavailable";
import type { Hit, HitCounter } from "#server/limits/window-counter";
import type { HitRequest, ToWorker } from "./messages";

const TIMEOUT_MS = 500;

/** Counts hits for all workers, in the primary process. */
export class PrimaryCounter implements HitCounter {
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
