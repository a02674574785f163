import { LRUCache } from "lru-cache";
import { createHash } from "node:crypto";
import { singleton } from "#server/runtime/singleton";
import type { WholePage } from "./whole-page.server";

/** So long after it was last sent a page is forgotten. */
const KEPT_MS = 10 * 60_000;
const MOST_BYTES = 8 * 1024 * 1024;

/** All that a page is rendered of. */
export interface Ingredients {
  /** Of the build's language files. */
  lng: string;
  /** The whole address, as the visitor asked for it. */
  url: string;
  /** What Remix hands to the browser so that it can render the same page again: the data of all loaders. */
  handoff: string;
}

/**
 * Pages as they were rendered, by what they were rendered of. Rendering is a function of the language's texts, the address
 * and the loaders' data (hydration depends on it: the browser renders the same of nothing else), so the same data
 * need not be rendered again: a form for guests, a member's page that is asked for again, a kept page (http/shared-page-cache.ts) whose
 * time is over and in which nothing has changed. The loaders always run.
 *
 * No byte of one member reaches another: the key is a digest of all that is in the page, so that who gets a page from here
 * has sent for exactly these data himself.
 */
export class RenderedPages {
  readonly #pages: LRUCache<string, WholePage>;

  /** @param now the clock in ms, for tests */
  constructor(now: () => number = () => performance.now()) {
    this.#pages = new LRUCache<string, WholePage>({
      ttl: KEPT_MS,
      updateAgeOnGet: true,
      maxSize: MOST_BYTES,
      sizeCalculation: ({ size }) => size,
      perf: { now },
      // The clock is asked each time, not once in a while.
      ttlResolution: 0,
    });
  }

  /** Gives back the memory of pages whose time is over. @returns how many are left */
  forget(): number {
    this.#pages.purgeStale();
    return this.#pages.size;
  }

  /** @returns the page with these data, and `keep`, which takes it once it is rendered */
  of({ lng, url, handoff }: Ingredients): {
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

/** Those of this process. */
export const renderedPages = (): RenderedPages =>
  singleton("rendered-pages", () => {
    const pages = new RenderedPages();
    setInterval(() => pages.forget(), 60_000).unref();
    return pages;
  });
