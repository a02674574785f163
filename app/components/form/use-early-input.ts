import { useRef } from "react";
import { useBrowserLayoutEffect } from "~/components/document/use-browser-layout-effect";

/**
 * React hook that reports values entered before hydration, by the user or by the browser's form restoration. React gets
 * no events for them, so a button that depends on a value would stay disabled.
 *
 * @param tell called once, with the controls in the order of `ids`
 */
export function useEarlyInput(tell: (...controls: HTMLInputElement[]) => void, ...ids: string[]): void {
  const first = useRef({ tell, ids });
  // Layout effect: a later render would reset controlled fields to their initial value.
  useBrowserLayoutEffect(() => {
    const controls = first.current.ids.map((id) => document.getElementById(id));
    if (controls.every((control) => control instanceof HTMLInputElement)) first.current.tell(...controls);
  }, []);
}
