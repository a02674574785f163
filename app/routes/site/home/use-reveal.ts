import { type RefObject, useEffect } from "react";
import { savesData } from "~/components/document/saves-data";

/**
 * React hook that animates an element in when its top reaches 70 % of the window's height (specification, section 9).
 * The waiting element is shifted but never invisible, so that nothing is missing if the script runs late or not at
 * all.
 */
export function useReveal(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const target = element.current;
    if (!target || savesData()) return;
    // Skip elements already in view: hiding them first would flash.
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
