import { type RefObject, useEffect } from "react";
import { savesData } from "~/components/document/saves-data";

/**
 * Fetches the pictures further down once the first screen has all it needs, so that none of them is still missing
 * when one scrolls there fast, or prints. They are a few small drawings. Not for those who save data.
 */
export function useEarlyPictures(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (savesData()) return;
    const fetchAll = () => {
      for (const picture of page.current?.querySelectorAll<HTMLImageElement>("img[loading=lazy]") ?? []) {
        // Pictures that this window's composition does not show are not fetched.
        if (!picture.closest(".splash") && picture.checkVisibility()) picture.loading = "eager";
      }
    };
    if (document.readyState === "complete") fetchAll();
    else window.addEventListener("load", fetchAll, { once: true });
    return () => window.removeEventListener("load", fetchAll);
  }, [page]);
}
