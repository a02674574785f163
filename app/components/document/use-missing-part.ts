import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Delay before the first revalidation for a missing part, in ms. Doubles with each attempt. */
const FIRST_MS = 2_000;
const MOST_TRIES = 4;

/** React hook that revalidates a page in the background while an optional part is missing. */
export function useMissingPart(isMissing: boolean): void {
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
