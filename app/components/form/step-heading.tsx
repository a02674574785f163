import { type ReactNode, useEffect, useRef } from "react";
import { useHydrated } from "../document/use-hydrated";

/** Heading of content that replaced other content at the same URL; it takes the focus, except on a page load. */
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
