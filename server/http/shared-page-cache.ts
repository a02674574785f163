import type { IncomingHttpHeaders } from "node:http";
import type { AppLoadContext, RequestHandler as RemixHandler } from "@remix-run/node";
import type { Request as ExpressRequest, Response as ExpressResponse } from "express";
import { LRUCache } from "lru-cache";
import { randomUUID } from "node:crypto";
import { type ChosenTheme, themeOfCookies } from "~/domain/theme";
import { guestPage } from "#server/protocol/cache-headers.server";
import { hasSessionCookie } from "#server/protocol/cookie-name.server";
import { chosenLanguage, type Language, languageCookieOf, offeredLanguage } from "#server/protocol/language";
import { noApiTiming } from "#server/runtime/api-timing";
import { nextTurn } from "#server/runtime/event-loop-yield.server";
import { inRequestScope, requestScope } from "#server/runtime/request-scope.server";
import { WholePage } from "#server/web/whole-page.server";
import { sendWhole, writeHead } from "./send";

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
    return this.#pages.get(JSON.stringify(key));
  }

  /**
   * Returns undefined when the result is personal. @throws what `make` throws, to every caller
   *
   * @param make renders the page; its signal aborts when the last client that waits disconnects
   * @param gone aborts when this client disconnects
   */
  async get(key: PageKey, make: Make, gone: AbortSignal): Promise<Page | undefined> {
    const id = JSON.stringify(key);
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
    const render: Render = { result: result.finally(() => this.#end(id, render)), waiting: 0, stop };
    this.#renders.set(id, render);
    return render;
  }

  #end(id: string, render: Render): void {
    if (this.#renders.get(id) === render) this.#renders.delete(id);
  }
}

/** Renders a page from its cache key alone; undefined when the response sets a cookie or its scripts need a nonce. */
export async function renderShared(
  handle: RemixHandler,
  key: PageKey,
  signal: AbortSignal,
): Promise<Page | undefined> {
  const requestId = randomUUID();
  const context: AppLoadContext = {
    requestId,
    theme: key.theme,
    ...(key.offer ? { languageOffer: key.offer } : {}),
  };
  const api = noApiTiming();
  const asker = requestScope();
  const result = await inRequestScope({ requestId, api, gone: signal }, async () => {
    await nextTurn();
    const response = await handle(requestFor(key, signal), context);
    const html = context.page ?? new WholePage(Buffer.from(await response.arrayBuffer()));
    const { status, headers } = response;
    if (headers.has("Set-Cookie") || (context.page && html.scripts === undefined)) return undefined;
    const isToKeep = status === 200 && context.isSameForAll === true;
    // A page that shows its request id has no entity tag and is cached only in this process.
    if (isToKeep && html.etag !== undefined)
      for (const [name, value] of Object.entries(guestPage)) headers.set(name, value);
    return { status, headers: [...headers], html, renderedBy: requestId, isToKeep };
  });
  if (asker) {
    asker.api.calls += api.calls;
    asker.api.waits.push(...api.waits);
  }
  return result;
}

export async function sendPage(page: Page, req: ExpressRequest, res: ExpressResponse): Promise<void> {
  res.locals["renderedBy"] = page.renderedBy;
  // An error page shows the request id of its render, so the headers must name the same id.
  if (page.status >= 400) {
    res.setHeader("X-Request-Id", page.renderedBy);
    res.setHeader("Server-Timing", `id;desc="${page.renderedBy}"`);
  }
  writeHead(page.status, page.headers, res);
  // `?lng=` sets the language cookie, so this copy is personal.
  if (res.hasHeader("Set-Cookie")) res.setHeader("Cache-Control", "private, no-cache");
  await sendWhole(req, res, page.html);
}
