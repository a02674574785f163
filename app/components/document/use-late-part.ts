import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** A part that was not there in time is asked for again after so long, and less often each time. */
const FIRST_MS = 2_000;
const MOST_TRIES = 4;

/** With scripts, a page that was sent without an optional part revalidates in the background until it has it. */
export function useLatePart(isMissing: boolean): void {
  const { revalidate, state } = useRevalidator();
  const tries = useRef(0);
  useEffect(() => {
    if (!isMissing || state !== "idle" || tries.current >= MOST_TRIES) return;
    const timer = setTimeout(
      () => {
        tries.current += 1;
        if (navigator.onLine) revalidate();
      },
      FIRST_MS * 2 ** tries.current,
    );
    return () => clearTimeout(timer);
  }, [isMissing, revalidate, state]);
}
