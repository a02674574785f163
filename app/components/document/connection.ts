/**
 * Navigations while the connection is gone: the page stays, one line says so, and what was asked for is asked again
 * until it is there. What was visited since the page was loaded can be read again from this tab's memory, which ends
 * with it: signing in and out load the page anew.
 */

const RETRY_MS = 3_000;
/** Answers to loaders, of the pages visited last. */
const MOST_KEPT = 60;

type Listener = () => void;
const listeners = new Set<Listener>();
let isGone = false;

/** For `useSyncExternalStore`: whether something waits for the connection. */
export const connection = {
  subscribe: (listener: Listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isGone: () => isGone,
};

function set(gone: boolean): void {
  if (gone === isGone) return;
  isGone = gone;
  for (const listener of listeners) listener();
}

/** Resolves when the browser is online again or some seconds have passed; rejects when nobody waits any more. */
function later(signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => () => {
      clearTimeout(timer);
      removeEventListener("online", back);
      signal?.removeEventListener("abort", given);
      settle();
    };
    const back = end(resolve);
    const given = end(() => reject(new DOMException("Given up", "AbortError")));
    const timer = setTimeout(back, RETRY_MS);
    addEventListener("online", back);
    signal?.addEventListener("abort", given);
    if (signal?.aborted) given();
  });
}

const isLoad = (url: URL, method: string) =>
  method === "GET" && url.origin === location.origin && url.searchParams.has("_data");

/** What the page that was loaded would be answered by its loaders: its data came with it. Parts that came late did not. */
function* answersInPage(): Generator<[string, Response]> {
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

/** Wraps the browser's `fetch` and the clicks on links. Called once, before the page is taken over. */
export function watchConnection(): void {
  const ask = window.fetch.bind(window);
  const kept = new Map(answersInPage());
  const visited = new Set([location.pathname + location.search]);

  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (!isLoad(url, init?.method ?? (input instanceof Request ? input.method : "GET")))
      return ask(input, init);
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    for (;;) {
      try {
        const answer = await ask(input, init);
        set(false);
        if (answer.ok) {
          kept.delete(url.href);
          kept.set(url.href, answer.clone());
          const [oldest] = kept.keys();
          if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
          url.searchParams.delete("_data");
          visited.add(url.pathname + url.search);
        }
        return answer;
      } catch (error) {
        // What fetch throws when there was no answer; an aborted one is another error.
        if (!(error instanceof TypeError)) throw error;
        set(true);
        const old = kept.get(url.href);
        if (old) return old.clone();
        await later(signal);
      }
    }
  };

  // A page whose script was never loaded cannot be begun: without an answer Remix loads the address anew, which would
  // show the browser's own error page. The link is followed when the connection is back, unless another one is pressed.
  let waiting: HTMLAnchorElement | undefined;
  addEventListener("online", () => {
    const link = waiting;
    waiting = undefined;
    set(false);
    if (link?.isConnected) link.click();
  });
  document.addEventListener(
    "click",
    (event) => {
      if (navigator.onLine || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
      if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
      const isHere = link.pathname + link.search === location.pathname + location.search;
      if (isHere || visited.has(link.pathname + link.search)) return;
      // Remix leaves alone what was prevented.
      event.preventDefault();
      waiting = link;
      set(true);
    },
    { capture: true },
  );
}
