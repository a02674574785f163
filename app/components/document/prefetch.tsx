import { PrefetchPageLinks, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { connection } from "./connection";

/** Returns true for Save-Data or prefers-reduced-data, which disable prefetch and decorative motion. */
export function savesData(): boolean {
  const { connection: line } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return line?.saveData === true || matchMedia("(prefers-reduced-data: reduce)").matches;
}

/** Time that the visitor points at a link before its page is loaded, in ms. */
const INTENT_MS = 100;

/** Not while the site is unreachable: a missing script would be requested again and again (lost-scripts.ts). */
const mayPrefetch = () => navigator.onLine && connection.get() === "good" && !savesData();

const linkAt = (target?: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-prefetch]") : null;

/** Prefetches data and scripts of the page whose link has the pointer or the focus, if the link has `prefetch`. */
export function Prefetch() {
  const { key } = useLocation();
  const [page, setPage] = useState<string>();
  useEffect(() => {
    setPage(undefined);
  }, [key]);
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const on = (types: string[], act: (link: HTMLAnchorElement) => void) => {
      const listener = ({ target, relatedTarget }: Event & { relatedTarget?: EventTarget | null }) => {
        const link = linkAt(target);
        if (!link || link === linkAt(relatedTarget)) return;
        clearTimeout(timer);
        act(link);
      };
      for (const type of types) addEventListener(type, listener, { signal: stop.signal, passive: true });
    };
    on(["mouseover", "focusin", "touchstart"], ({ pathname, search }) => {
      timer = setTimeout(() => mayPrefetch() && setPage(pathname + search), INTENT_MS);
    });
    on(["mouseout", "focusout"], () => setPage(undefined));
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, []);
  return page === undefined ? null : <PrefetchPageLinks page={page} />;
}
