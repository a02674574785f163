import { useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { wasLoaded } from "./checked-fetch";
import { connection, whenReached } from "./connection";
import { unsendDrafts } from "./draft";
import { reportToServer } from "./error-report";

// The last navigation that failed offline. Retried once the site responds; dropped on the next click.
let waiting: (() => void) | undefined;
let isTrying = false;

async function tryLater(go: () => void): Promise<void> {
  waiting = go;
  if (isTrying) return;
  isTrying = true;
  await whenReached();
  isTrying = false;
  const last = waiting;
  waiting = undefined;
  last?.();
}

/**
 * Handles navigations that start without a data request: to a page whose script is not loaded, and by a form that no
 * script submits. Each waits until the site responds, while the page stays. Call once, before hydration.
 */
export function watchLostScripts(): void {
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
}

function loadDocument(address: string, what: string): void {
  void tryLater(() => {
    reportToServer("script", what);
    if (new URL(address, location.href).href === location.href) location.reload();
    else location.assign(address);
  });
}

/**
 * Loads the next page as a document if its script or its texts fail to load or are late: the site is unreachable, or a
 * new release has removed the file. patches/ makes Remix dispatch the events; as installed, it reloads the current page
 * and waits forever for a late script.
 */
export function LostScripts() {
  const navigation = useNavigation();
  const current = useRef(navigation);
  const [lost, setLost] = useState<string>();
  useEffect(() => {
    current.current = navigation;
  });
  useEffect(() => {
    // The script can fail before React has rendered the navigation.
    if (lost === undefined || !navigation.location) return;
    setLost(undefined);
    const { pathname, search, hash } = navigation.location;
    if (navigation.state === "loading") return loadDocument(pathname + search + hash, lost);
    // A form that was not yet submitted is not submitted; its page reloads with the draft.
    unsendDrafts();
    loadDocument(location.href, lost);
  }, [lost, navigation]);
  useEffect(() => {
    const stop = new AbortController();
    const on = (type: string, act: (file: string) => void) =>
      addEventListener(type, (event) => act((event as CustomEvent<string>).detail), { signal: stop.signal });
    on("lost-script", setLost);
    on("late-script", (file) => {
      const { state, location: next } = current.current;
      if (state === "loading") loadDocument(next.pathname + next.search + next.hash, `${file} is late`);
    });
    // The URL already is the next page's when texts are fetched (i18n.client.ts).
    on("lost-texts", (file) => loadDocument(location.href, file));
    return () => stop.abort();
  }, []);
  return null;
}
