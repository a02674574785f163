import { useRef } from "react";
import { useBrowserLayoutEffect } from "~/components/document/use-browser-layout-effect";

/** React hook that calls `tell` once, with the controls of `ids`: React gets no events for input before hydration. */
export function useEarlyInput(tell: (...controls: HTMLInputElement[]) => void, ...ids: string[]): void {
  const first = useRef({ tell, ids });
  // Layout effect: a later render would reset controlled fields to their initial value.
  useBrowserLayoutEffect(() => {
    const controls = first.current.ids.map((id) => document.getElementById(id));
    if (controls.every((control) => control instanceof HTMLInputElement)) first.current.tell(...controls);
  }, []);
}
