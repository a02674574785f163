import { LRUCache } from "lru-cache";
import * as clock from "#server/runtime/clock.server";

export interface Hit {
  /** Hits in this window, including this one. */
  hits: number;
  leftMs: number;
}

/** Counts hits in fixed windows that begin with the first hit. */
export interface HitCounter {
  hit(key: string, windowMs: number): Promise<Hit>;
}

/** Counts in memory, with bounded size: many addresses evict the oldest counters. */
export class MemoryCounter implements HitCounter {
  readonly #windows = new LRUCache<string, { hits: number; endsAt: number }>({ max: 100_000 });

  async hit(key: string, windowMs: number): Promise<Hit> {
    const now = clock.now();
    let window = this.#windows.get(key);
    if (!window || window.endsAt <= now) {
      window = { hits: 0, endsAt: now + windowMs };
      this.#windows.set(key, window);
    }
    window.hits += 1;
    return { hits: window.hits, leftMs: window.endsAt - now };
  }
}
