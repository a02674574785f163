import { wasLoaded } from "./checked-fetch";
import { connection, whenReached } from "./connection";
import { unsendDrafts } from "./draft";
import { reportToServer } from "./error-report";

/**
 * Handles navigations that start without a data request: to a page whose script is not loaded, by a form that no script
 * submits, and to a document because a script failed to load. Each waits until the site responds, while the page stays.
 * Call once, before hydration.
 */
export function watchLostScripts(): void {
  // The last navigation that failed offline. Retried once the site responds; dropped on the next click.
  let waiting: (() => void) | undefined;
  let isTrying = false;
  const tryLater = async (go: () => void) => {
    waiting = go;
    if (isTrying) return;
    isTrying = true;
    await whenReached();
    isTrying = false;
    const last = waiting;
    waiting = undefined;
    last?.();
  };
  const isAway = () => connection.get() !== "good" || !navigator.onLine;
  const tellAway = () => {
    if (connection.get() !== "foreign") connection.set("gone");
  };

  // Without the script Remix would load a document, which fails with the browser's own error page.
  document.addEventListener(
    "click",
    (event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
      if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
      waiting = undefined;
      const isHere = link.pathname + link.search === location.pathname + location.search;
      if (!isAway() || isHere || wasLoaded(link)) return;
      // Remix's Link ignores events with defaultPrevented.
      event.preventDefault();
      tellAway();
      void tryLater(() => link.isConnected && link.click());
    },
    { capture: true },
  );
  addEventListener("popstate", () => (waiting = undefined));

  // A form that no script submits (language, theme, sign-out) would leave the page.
  addEventListener("submit", (event) => {
    if (event.defaultPrevented || !isAway()) return;
    const { target, submitter } = event;
    if (!(target instanceof HTMLFormElement)) return;
    event.preventDefault();
    tellAway();
    void tryLater(() => target.isConnected && target.requestSubmit(submitter));
  });

  const loadDocument = (address: string, what: string) =>
    void tryLater(() => {
      reportToServer("script", what);
      if (new URL(address, location.href).href === location.href) location.reload();
      else location.assign(address);
    });

  // The next page's script failed to load (vite.config.ts): the site is unreachable, or a new release has removed the
  // file. A form that was not yet submitted is not submitted; its page reloads with the draft.
  addEventListener("lost-script", (event) => {
    const { state, location: next } = window.__remixRouter.state.navigation;
    if (!next) return;
    if (state === "submitting") unsendDrafts();
    const address = state === "submitting" ? location.href : next.pathname + next.search + next.hash;
    loadDocument(address, (event as CustomEvent<string>).detail);
  });
  // The script is late, so load the page as a document instead.
  addEventListener("late-script", (event) => {
    const { state, location: next } = window.__remixRouter.state.navigation;
    if (state !== "loading") return;
    loadDocument(next.pathname + next.search + next.hash, `${(event as CustomEvent<string>).detail} is late`);
  });
  // The URL already is the next page's when texts are fetched (i18n.client.tsx).
  addEventListener("lost-texts", (event) =>
    loadDocument(location.href, (event as CustomEvent<string>).detail),
  );
}
