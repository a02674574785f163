import { Await } from "@remix-run/react";
import { type ReactNode, type RefObject, Suspense, useRef } from "react";
import { useTranslation } from "react-i18next";
import { applyChangesIn, LATE_PART } from "../document/hydration-guard";
import { useBrowserLayoutEffect } from "../document/use-browser-layout-effect";

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

function Hydrated({ part }: { part: RefObject<Element> }) {
  useBrowserLayoutEffect(() => {
    if (part.current) applyChangesIn(part.current);
  }, [part]);
  return null;
}

export const Skeleton = ({ width = "100%", height = "1.25rem" }: { width?: string; height?: string }) => (
  <span className="skeleton" style={{ width, height }} aria-hidden="true" />
);

/** Placeholder for a list of My page. */
export function ListSkeleton({ rows, height }: { rows: number; height: string }) {
  const { t } = useTranslation("my-page");
  return (
    <div className="panel sheet-part">
      <p className="sr" role="status">
        {t("loading")}
      </p>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={height} />
      ))}
    </div>
  );
}
