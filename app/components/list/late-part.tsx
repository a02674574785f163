import { Await } from "@remix-run/react";
import { type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef } from "react";
import { applyChangesIn, LATE_PART } from "../document/hydration-guard";

interface LatePartProps<Value> {
  resolve: Value | Promise<Value>;
  /** Shown while the value is on its way. */
  fallback: ReactNode;
  children: (value: Awaited<Value>) => ReactNode;
}

/** A part of a page whose data may come later in the same response. React hydrates it after the page. */
export function LatePart<Value>({ resolve, fallback, children }: LatePartProps<Value>) {
  const part = useRef<HTMLDivElement>(null);
  return (
    <div className="contents" ref={part} {...LATE_PART}>
      <Suspense fallback={fallback}>
        <Await resolve={resolve}>
          {(value) => (
            <>
              <Hydrated part={part} />
              {children(value)}
            </>
          )}
        </Await>
      </Suspense>
    </div>
  );
}

/** Tells the guard of hydration that the part is hydrated. */
function Hydrated({ part }: { part: RefObject<Element> }) {
  useLayoutEffect(() => {
    if (part.current) applyChangesIn(part.current);
  }, [part]);
  return null;
}
