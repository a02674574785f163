import { type RefObject, useEffect, useRef } from "react";
import { useHydrated } from "./use-hydrated";

/**
 * React hook that focuses the heading of content that replaced other content at the same URL, because the pressed
 * button is gone. On a page load the focus stays where the browser put it.
 *
 * @returns a ref for a heading with `tabIndex={-1}`
 */
export function useStepFocus(): RefObject<HTMLHeadingElement> {
  const heading = useRef<HTMLHeadingElement>(null);
  const isLater = useRef(useHydrated());
  useEffect(() => {
    if (isLater.current) heading.current?.focus();
  }, []);
  return heading;
}
