import { useRef } from "react";
import { useBrowserLayoutEffect } from "./use-browser-layout-effect";

/** React hook that returns a ref with the value of the last render, for effects and handlers that outlive it. */
export function useLatest<Value>(value: Value): { readonly current: Value } {
  const latest = useRef(value);
  // Layout effect: before the other effects of the same render.
  useBrowserLayoutEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}
