import type { IncomingHttpHeaders } from "node:http";
import { LRUCache } from "lru-cache";
import { type ChosenTheme, themeOfCookies } from "~/domain/theme";
import { hasSessionCookie } from "#server/protocol/cookie-name.server";
import { chosenLanguage, type Language, languageCookieOf, offeredLanguage } from "#server/protocol/language";
import type { WholePage } from "#server/web/whole-page.server";

/** A new post is visible at most 20 s after its release, because public reads of the API are fresh for 15 s. */
const TTL_MS = 5_000;
const MAX_BYTES = 32 * 1024 * 1024;

/** A rendered response that every guest with the same key gets. */
export interface Page {
  status: number;
  headers: [string, string][];
  html: WholePage;
  /** Request id of the render, in the log. */
  renderedBy: string;
  /** Whether its loaders declare the data the same for all guests (server/protocol/cache-headers.server.ts). */
  isToKeep: boolean;
}

/** Cache key: everything that a shared page may depend on. It contains nothing else from the visitor. */
export interface PageKey {
  /** The guard has checked it. */
  origin: string;
  url: string;
  /** From the language cookie; the `lng` parameter of the URL wins. */
  lng: Language | undefined;
  /** Language to offer to a visitor who has not chosen one. */
  offer: Exclude<Language, "ja"> | undefined;
  /** Chosen theme; null when the device decides. */
  theme: ChosenTheme | null;
}

interface KeyInput extends Pick<PageKey, "origin" | "url"> {
  method: string;
  headers: IncomingHttpHeaders;
}

/** Builds the cache key of a guest's page request; undefined when the response may be personal. */
export function pageKeyOf({ method, origin, url, headers }: KeyInput): PageKey | undefined {
  if ((method !== "GET" && method !== "HEAD") || /[?&]_data=/.test(url)) return undefined;
  const { cookie = "" } = headers;
  if (hasSessionCookie(cookie)) return undefined;
  return {
    origin,
    url,
    lng: chosenLanguage(cookie),
    offer: offeredLanguage({ url, headers }),
    theme: themeOfCookies(cookie),
  };
}

/** Builds the request that a shared page is rendered from, from its cache key alone. */
export const requestFor = ({ origin, url, lng }: PageKey, signal: AbortSignal) =>
  new Request(origin + url, { signal, headers: lng ? { Cookie: languageCookieOf(lng) } : {} });

type Make = (signal: AbortSignal) => Promise<Page | undefined>;

interface Render {
  result: Promise<Page | undefined>;
  waiting: number;
  stop: AbortController;
}

/** Caches pages that are the same for all guests, and deduplicates concurrent renders of one page. */
export class SharedPageCache {
  readonly #pages: LRUCache<string, Page>;
  readonly #renders = new Map<string, Render>();

  constructor(now: () => number = () => performance.now()) {
    this.#pages = new LRUCache<string, Page>({
      ttl: TTL_MS,
      maxSize: MAX_BYTES,
      sizeCalculation: ({ html }) => html.size,
      perf: { now },
      // Reads the clock on each lookup instead of caching the time.
      ttlResolution: 0,
    });
  }

  find(key: PageKey): Page | undefined {
    return this.#pages.get(stringOf(key));
  }

  /**
   * Returns undefined when the result is personal. @throws what `make` throws, to every caller
   *
   * @param make renders the page; its signal aborts when the last client that waits disconnects
   * @param gone aborts when this client disconnects
   */
  async get(key: PageKey, make: Make, gone: AbortSignal): Promise<Page | undefined> {
    const id = stringOf(key);
    const cached = this.#pages.get(id);
    if (cached) return cached;
    const render = this.#renders.get(id) ?? this.#begin(id, make);
    render.waiting += 1;
    const leave = () => {
      render.waiting -= 1;
      if (render.waiting > 0) return;
      this.#end(id, render);
      render.stop.abort();
    };
    gone.addEventListener("abort", leave, { once: true });
    try {
      return await render.result;
    } finally {
      gone.removeEventListener("abort", leave);
    }
  }

  #begin(id: string, make: Make): Render {
    const stop = new AbortController();
    const result = make(stop.signal).then((page) => {
      if (page?.isToKeep) this.#pages.set(id, page);
      return page;
    });
    const render: Render = { result, waiting: 0, stop };
    this.#renders.set(id, render);
    const end = () => this.#end(id, render);
    result.then(end, end);
    return render;
  }

  #end(id: string, render: Render): void {
    if (this.#renders.get(id) === render) this.#renders.delete(id);
  }
}

const stringOf = ({ origin, url, lng, offer, theme }: PageKey) =>
  JSON.stringify([origin, url, lng, offer, theme]);
