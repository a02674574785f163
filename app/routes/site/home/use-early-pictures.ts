import { type RefObject, useEffect } from "react";
import { savesData } from "~/components/document/saves-data";

/**
 * Fetches the files of the pictures further down once the first screen has all it needs, so that none of them is still
 * missing when one scrolls there fast. They are a few small drawings. Not for those who save data.
 *
 * Only the files: a browser makes a document of its own of each SVG picture, with styles and a layout, and some forty of
 * them at once are a fifth of the page's work, done while a slow device takes the page over. They stay lazy, and become
 * pictures when one comes near.
 */
export function useEarlyPictures(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (savesData()) return;
    const left = new AbortController();
    const fetchAll = () => {
      for (const address of addressesOf(page.current)) {
        // Read to the end, so that the browser keeps it. What does not come is asked for once more by its picture.
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

/** The site's own pictures that wait, and that this window's composition shows. */
function addressesOf(page: HTMLElement | null): Set<string> {
  const waiting = [...(page?.querySelectorAll<HTMLImageElement>("img[loading=lazy]") ?? [])].filter(
    (picture) => !picture.complete && !picture.closest(".splash") && picture.checkVisibility(),
  );
  const addresses = waiting.map(({ currentSrc, src }) => currentSrc || src);
  return new Set(addresses.filter((address) => address.startsWith(`${location.origin}/`)));
}
