import { unsendDrafts } from "./draft";
import { reportToServer } from "./error-report";

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
    return () => void listeners.delete(listener);
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

/** Whether the site answers, whatever it says. "online" tells of a network, not that the site is reached. */
async function isReached(ask: typeof fetch): Promise<boolean> {
  try {
    await ask("/favicon.svg", { method: "HEAD", cache: "no-store" });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
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

  // What the visitor asked for last and could not have yet; given up when they go elsewhere.
  let waiting: (() => void) | undefined;
  let isTrying = false;
  const tryLater = async (go: () => void) => {
    waiting = go;
    if (isTrying) return;
    isTrying = true;
    while (!(await isReached(ask))) {
      set(true);
      await later(undefined);
    }
    isTrying = false;
    set(false);
    const last = waiting;
    waiting = undefined;
    last?.();
  };
  const isAway = () => isGone || !navigator.onLine;

  // A page whose script was never loaded cannot be begun: without an answer Remix loads the address anew, which would
  // show the browser's own error page.
  document.addEventListener(
    "click",
    (event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
      if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
      waiting = undefined;
      const isHere = link.pathname + link.search === location.pathname + location.search;
      if (!isAway() || isHere || visited.has(link.pathname + link.search)) return;
      // Remix leaves alone what was prevented.
      event.preventDefault();
      set(true);
      void tryLater(() => link.isConnected && link.click());
    },
    { capture: true },
  );
  addEventListener("popstate", () => (waiting = undefined));

  // A form that no script sends (language, theme, sign-out) would leave the page.
  addEventListener("submit", (event) => {
    if (event.defaultPrevented || !isAway()) return;
    const { target, submitter } = event;
    if (!(target instanceof HTMLFormElement)) return;
    event.preventDefault();
    set(true);
    void tryLater(() => target.isConnected && target.requestSubmit(submitter));
  });

  const loadDocument = (address: string, what: string) =>
    void tryLater(() => {
      reportToServer("script", what);
      if (new URL(address, location.href).href === location.href) location.reload();
      else location.assign(address);
    });

  // The script of the page that was asked for did not come (vite.config.ts): the site is out of reach and the browser
  // does not know it, or it has a new build for longer than the old one's files are kept. As soon as the site answers,
  // the page is loaded as a document. A form that has not been sent yet is not sent: its page comes, with what was typed.
  addEventListener("lost-script", (event) => {
    const { state, location: next } = window.__remixRouter.state.navigation;
    if (!next) return;
    if (state === "submitting") unsendDrafts();
    const address = state === "submitting" ? location.href : next.pathname + next.search + next.hash;
    loadDocument(address, (event as CustomEvent<string>).detail);
  });
  // It is not lost, but nobody knows when it will be there: what the page says can be read now.
  addEventListener("late-script", (event) => {
    const { state, location: next } = window.__remixRouter.state.navigation;
    if (state !== "loading") return;
    loadDocument(next.pathname + next.search + next.hash, `${(event as CustomEvent<string>).detail} is late`);
  });
  // The same of its texts (i18n.client.ts), which are asked for when the address is the next page's already.
  addEventListener("lost-texts", (event) =>
    loadDocument(location.href, (event as CustomEvent<string>).detail),
  );
}
