import { type RefObject, useEffect } from "react";
import { savesData } from "~/components/document/saves-data";

/**
 * Lets an element come in when its top passes 70 % of the window's height (specification, section 9). It waits a
 * little lower and never invisible, so that nothing is missing where this does not run, or runs late.
 */
export function useReveal(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const target = element.current;
    if (!target || savesData()) return;
    // Parts that are in view already are not hidden first: they would flash.
    if (target.getBoundingClientRect().top < innerHeight) return;
    target.classList.add("is-waiting");
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        target.classList.remove("is-waiting");
        observer.disconnect();
      },
      { rootMargin: "0px 0px -30% 0px" },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
}
