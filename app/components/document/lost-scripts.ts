import { isVisited } from "./checked-fetch";
import { connection, setConnection, whenReached } from "./connection";
import { unsendDrafts } from "./draft";
import { reportToServer } from "./error-report";

/**
 * Navigations that no data request begins: to a page whose script is not here, by a form that no script sends, and to a
 * document because a script did not come. Each waits until the site responds; the page stays. Call once, before hydration.
 */
export function watchLostScripts(): void {
  // The last navigation that failed. Retried once the site responds; dropped on the next click.
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
  const isAway = () => connection.state() !== "good" || !navigator.onLine;
  const tellAway = () => {
    if (connection.state() !== "foreign") setConnection("gone");
  };

  // Without its script Remix would load the address as a document, which shows the browser's own error page.
  document.addEventListener(
    "click",
    (event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
      if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
      waiting = undefined;
      const isHere = link.pathname + link.search === location.pathname + location.search;
      if (!isAway() || isHere || isVisited(link)) return;
      // Remix's Link ignores events with defaultPrevented.
      event.preventDefault();
      tellAway();
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
    tellAway();
    void tryLater(() => target.isConnected && target.requestSubmit(submitter));
  });

  const loadDocument = (address: string, what: string) =>
    void tryLater(() => {
      reportToServer("script", what);
      if (new URL(address, location.href).href === location.href) location.reload();
      else location.assign(address);
    });

  // The next page's script did not come (vite.config.ts): the site is out of reach, or has dropped the files of this
  // build. A form that was not sent yet is not sent: its page comes, with what was typed.
  addEventListener("lost-script", (event) => {
    const { state, location: next } = window.__remixRouter.state.navigation;
    if (!next) return;
    if (state === "submitting") unsendDrafts();
    const address = state === "submitting" ? location.href : next.pathname + next.search + next.hash;
    loadDocument(address, (event as CustomEvent<string>).detail);
  });
  // Late, for an unknown time: a document shows the page now.
  addEventListener("late-script", (event) => {
    const { state, location: next } = window.__remixRouter.state.navigation;
    if (state !== "loading") return;
    loadDocument(next.pathname + next.search + next.hash, `${(event as CustomEvent<string>).detail} is late`);
  });
  // Texts are fetched when the address is the next page's already (i18n.client.ts).
  addEventListener("lost-texts", (event) =>
    loadDocument(location.href, (event as CustomEvent<string>).detail),
  );
}
