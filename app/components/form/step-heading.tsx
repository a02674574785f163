import { type ReactNode, useEffect, useRef } from "react";
import { useHydrated } from "../document/use-hydrated";

/**
 * Heading of content that replaced other content at the same URL. It takes the focus, because the pressed button is
 * gone. On a page load the focus stays where the browser put it.
 */
export function StepHeading({ level = 1, children }: { level?: 1 | 2; children: ReactNode }) {
  const Heading = `h${level}` as const;
  const heading = useRef<HTMLHeadingElement>(null);
  const isLater = useRef(useHydrated());
  useEffect(() => {
    if (isLater.current) heading.current?.focus();
  }, []);
  return (
    <Heading tabIndex={-1} ref={heading}>
      {children}
    </Heading>
  );
}
