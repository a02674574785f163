import { connection, retryDelay } from "./connection";

/** Maximum number of cached loader responses, redirects included; the oldest is evicted. */
const MAX_CACHED = 60;
const cache = new Map<string, Response>();
/** Paths with query of pages that had at least one loader response in this tab. */
const loadedPages = new Set<string>();

/** A TypeError, so that callers handle it like a network failure of fetch (route-exports.ts). */
class ForeignResponseError extends TypeError {
  override name = "ForeignResponseError";
}

/** Headers that Remix and the HTTP front (server/http/reject.ts) set on each response to a data request. */
const appHeaders = ["Response", "Redirect", "Catch", "Error"].map((name) => `X-Remix-${name}`);
const isFromApp = ({ headers }: Response) => appHeaders.some((name) => headers.has(name));

/** Returns whether this tab has loaded data of the page. The cache may no longer have all of it. */
export const wasLoaded = ({ pathname, search }: HTMLAnchorElement): boolean =>
  loadedPages.has(pathname + search);

export function clearResponseCache(): void {
  cache.clear();
  loadedPages.clear();
}

/** Caches the page's loader data, except for loaders with deferred parts, whose data is incomplete. */
function cachePageData(): void {
  for (const [routeId, data] of Object.entries(window.__remixContext.state.loaderData ?? {})) {
    const json = JSON.stringify(data ?? null);
    // Remix puts this key in place of a deferred promise.
    if (json.includes("__deferred_promise")) continue;
    const url = new URL(location.href);
    url.hash = "";
    url.searchParams.set("_data", routeId);
    const headers = { "Content-Type": "application/json; charset=utf-8", "X-Remix-Response": "yes" };
    cache.set(url.href, new Response(json, { headers }));
  }
}

function cacheResponse(url: URL, response: Response): void {
  cache.delete(url.href);
  cache.set(url.href, response.clone());
  const [oldest] = cache.keys();
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
  const page = new URL(url);
  page.searchParams.delete("_data");
  loadedPages.add(page.pathname + page.search);
}

/**
 * Wraps the browser's `fetch` for the app's data requests. A load without a response from the app is served from
 * this tab's cache. Without a cached response it is retried until the app responds or the signal aborts. A form
 * submission rejects with a TypeError. Call once, before hydration.
 *
 * CHECKED_FETCH=0 (docs/configuration.md) disables it.
 */
export function checkFetch(): void {
  const root = window.__remixContext.state.loaderData?.["root"] as { plainFetch?: boolean } | undefined;
  if (root?.plainFetch) return;
  const plainFetch = window.fetch.bind(window);
  cachePageData();
  loadedPages.add(location.pathname + location.search);

  async function fetchFromApp(...request: Parameters<typeof fetch>): Promise<Response> {
    const response = await plainFetch(...request);
    if (!isFromApp(response)) throw new ForeignResponseError(`${response.status} without the app's header`);
    connection.set("good");
    return response;
  }

  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (url.origin !== location.origin || !url.searchParams.has("_data")) return plainFetch(input, init);
    const isLoad = (init?.method ?? "GET") === "GET";
    for (let mode = init?.cache; ; mode = "reload") {
      try {
        const response = await fetchFromApp(input, mode ? { ...init, cache: mode } : init);
        if (isLoad && response.ok) cacheResponse(url, response);
        return response;
      } catch (error) {
        // fetch rejects with TypeError on network failure. Only that is retried; AbortError is not.
        if (!(error instanceof TypeError)) throw error;
        connection.set(error instanceof ForeignResponseError ? "foreign" : "gone");
        if (!isLoad) throw error;
        const cached = cache.get(url.href);
        if (cached) return cached.clone();
        await retryDelay(init?.signal);
      }
    }
  };
}
