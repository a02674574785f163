import { Await } from "@remix-run/react";
import { type ReactNode, type RefObject, Suspense, useRef } from "react";
import { useBrowserLayoutEffect } from "~/components/document/use-browser-layout-effect";
import { applyChangesIn, LATE_PART } from "../document/hydration-guard";

interface LatePartProps<Value> {
  resolve: Value | Promise<Value>;
  fallback: ReactNode;
  children: (value: Awaited<Value>) => ReactNode;
}

/** Part of a page whose data may arrive later in the same response. React hydrates it after the page. */
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

/** Reports to the hydration guard that the part is hydrated. */
function Hydrated({ part }: { part: RefObject<Element> }) {
  useBrowserLayoutEffect(() => {
    if (part.current) applyChangesIn(part.current);
  }, [part]);
  return null;
}
