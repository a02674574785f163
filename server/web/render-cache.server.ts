import { LRUCache } from "lru-cache";
import { createHash } from "node:crypto";
import { singleton } from "#server/runtime/singleton";
import type { WholePage } from "./whole-page.server";

/** TTL after the last hit, in ms. */
const KEPT_MS = 10 * 60_000;
const MOST_BYTES = 8 * 1024 * 1024;

/** Inputs of a render; together they form the cache key. */
export interface RenderInput {
  lng: string;
  url: string;
  /** Data of all loaders, as Remix passes it to the browser for hydration. */
  handoff: string;
}

/**
 * Cache of rendered pages by their inputs. A render depends only on translations, URL and loader data (hydration
 * requires that). The loaders always run, so a hit means that this request loaded exactly the same data: no member's
 * data reaches another member.
 */
export class RenderCache {
  readonly #pages: LRUCache<string, WholePage>;

  /** @param now clock in ms, for tests */
  constructor(now: () => number = () => performance.now()) {
    this.#pages = new LRUCache<string, WholePage>({
      ttl: KEPT_MS,
      updateAgeOnGet: true,
      maxSize: MOST_BYTES,
      sizeCalculation: ({ size }) => size,
      perf: { now },
      // Reads the clock on each lookup instead of caching the time.
      ttlResolution: 0,
    });
  }

  /** Evicts expired pages, and returns the number of pages left. */
  forget(): number {
    this.#pages.purgeStale();
    return this.#pages.size;
  }

  /** @returns the cached page for these inputs (undefined on a miss), and `keep`, which stores a rendered page */
  of({ lng, url, handoff }: RenderInput): {
    page: WholePage | undefined;
    keep: (page: WholePage) => void;
  } {
    const key = createHash("sha256")
      .update(JSON.stringify([lng, url]))
      .update(handoff)
      .digest("base64");
    return {
      page: this.#pages.get(key),
      keep: (page) => void this.#pages.set(key, page),
    };
  }
}

export const renderedPages = (): RenderCache =>
  singleton("rendered-pages", () => {
    const pages = new RenderCache();
    setInterval(() => pages.forget(), 60_000).unref();
    return pages;
  });
