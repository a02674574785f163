import { type RefObject, useEffect, useRef } from "react";
import { useHydrated } from "./use-hydrated";

/**
 * React hook for what comes in place of something else at the same address. There the button that had the focus is
 * gone, so its heading takes it; in a page that was just loaded the focus stays where the browser put it.
 *
 * @returns for a heading with `tabIndex={-1}`
 */
export function useStepFocus(): RefObject<HTMLHeadingElement> {
  const heading = useRef<HTMLHeadingElement>(null);
  const isLater = useRef(useHydrated());
  useEffect(() => {
    if (isLater.current) heading.current?.focus();
  }, []);
  return heading;
}
