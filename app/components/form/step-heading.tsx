import { type ReactNode, useEffect, useRef } from "react";
import { useHydrated } from "../document/use-hydrated";

/**
 * The heading of a step that comes in place of another one at the same address. There the button that had the
 * focus is gone, so the heading takes it; in a page that was just loaded it stays where the browser put it.
 */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isLater = useRef(useHydrated());
  useEffect(() => {
    if (isLater.current) heading.current?.focus();
  }, []);
  return (
    <h1 tabIndex={-1} ref={heading}>
      {children}
    </h1>
  );
}
