import { type RefObject, useEffect } from "react";
import { savesData } from "~/components/document/prefetch";

/**
 * React hook that prefetches the lazy images further down after the load event, so that none is missing on fast
 * scrolling. They are a few small drawings. It does nothing when the visitor saves data.
 *
 * It fetches only the files: browsers create a separate document with styles and layout per SVG image, and about
 * forty at once cost a fifth of the page's work, during hydration on slow devices. The images stay lazy.
 */
export function useEarlyPictures(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (savesData()) return;
    const left = new AbortController();
    const fetchAll = () => {
      for (const address of addressesOf(page.current)) {
        // Reads the whole body, so that the browser caches it. After a failure the image requests the file.
        fetch(address, { priority: "low", signal: left.signal })
          .then((file) => file.blob())
          .catch(() => undefined);
      }
    };
    if (document.readyState === "complete") fetchAll();
    else window.addEventListener("load", fetchAll, { once: true, signal: left.signal });
    return () => left.abort();
  }, [page]);
}

/** Returns the URLs of the site's own lazy images that are not loaded and are visible in this window's layout. */
function addressesOf(page: HTMLElement | null): Set<string> {
  const waiting = [...(page?.querySelectorAll<HTMLImageElement>("img[loading=lazy]") ?? [])].filter(
    (picture) => !picture.complete && !picture.closest(".splash") && picture.checkVisibility(),
  );
  const addresses = waiting.map(({ currentSrc, src }) => currentSrc || src);
  return new Set(addresses.filter((address) => address.startsWith(`${location.origin}/`)));
}
