import { retryDelay, setConnection } from "./connection";

/** Maximum number of cached loader responses; the oldest is evicted. */
const MAX_KEPT = 60;
const kept = new Map<string, Response>();
const visited = new Set<string>();

/** A response without the app's header. A TypeError, like the error of fetch on network failure. */
class ForeignResponseError extends TypeError {
  override name = "ForeignResponseError";
}

/** Headers that Remix and the HTTP front (server/http/reject.ts) set on each response to a data request. */
const marks = ["Response", "Redirect", "Catch", "Error"].map((name) => `X-Remix-${name}`);
const isOurs = ({ headers }: Response) => marks.some((mark) => headers.has(mark));

/** Returns whether this page's data is in the tab's cache. */
export const isVisited = ({ pathname, search }: HTMLAnchorElement): boolean => visited.has(pathname + search);

/** Clears the cache: it belongs to a member who is no longer signed in. */
export function forgetKeptResponses(): void {
  kept.clear();
  visited.clear();
}

/** Yields the page's loader data as responses, except for loaders with deferred parts, whose data is incomplete. */
function* responsesInPage(): Generator<[string, Response]> {
  for (const [routeId, data] of Object.entries(window.__remixContext.state.loaderData ?? {})) {
    const json = JSON.stringify(data ?? null);
    if (json.includes("__deferred_promise")) continue;
    const url = new URL(location.href);
    url.hash = "";
    url.searchParams.set("_data", routeId);
    const headers = { "Content-Type": "application/json; charset=utf-8", "X-Remix-Response": "yes" };
    yield [url.href, new Response(json, { headers })];
  }
}

function keep(url: URL, response: Response): void {
  kept.delete(url.href);
  kept.set(url.href, response.clone());
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  const page = new URL(url);
  page.searchParams.delete("_data");
  visited.add(page.pathname + page.search);
}

/**
 * Wraps the browser's `fetch` for the app's data requests. A load without a response from the app is retried until
 * there is one, or served from this tab's cache; a form submission rejects with a TypeError. Call once, before
 * hydration.
 *
 * CHECKED_FETCH=0 (docs/operating.md) disables it.
 */
export function checkFetch(): void {
  const root = window.__remixContext.state.loaderData?.["root"] as { plainFetch?: boolean } | undefined;
  if (root?.plainFetch) return;
  const ask = window.fetch.bind(window);
  for (const [url, response] of responsesInPage()) kept.set(url, response);
  visited.add(location.pathname + location.search);

  async function askOurs(...request: Parameters<typeof fetch>): Promise<Response> {
    const response = await ask(...request);
    if (!isOurs(response)) throw new ForeignResponseError(`${response.status} without the app's mark`);
    setConnection("good");
    return response;
  }

  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (url.origin !== location.origin || !url.searchParams.has("_data")) return ask(input, init);
    const isLoad = (init?.method ?? (input instanceof Request ? input.method : "GET")) === "GET";
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    for (let cache = init?.cache; ; cache = "reload") {
      try {
        const response = await askOurs(input, cache ? { ...init, cache } : init);
        if (isLoad && response.ok) keep(url, response);
        return response;
      } catch (error) {
        // fetch rejects with TypeError on network failure. Only that is retried; AbortError is not.
        if (!(error instanceof TypeError)) throw error;
        setConnection(error instanceof ForeignResponseError ? "foreign" : "gone");
        if (!isLoad) throw error;
        const old = kept.get(url.href);
        if (old) return old.clone();
        await retryDelay(signal);
      }
    }
  };
}
