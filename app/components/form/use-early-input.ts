import { useEffect, useLayoutEffect, useRef } from "react";

// Before anything else is rendered: React would give a field that it holds its first value again.
const useFirstEffect = import.meta.env.SSR ? useEffect : useLayoutEffect;

/**
 * Tells a form what stands in its controls already when the scripts take over: what was typed or ticked while they
 * were still loading, and what the browser put back when somebody returns to the page. Neither is an event that
 * React sees, so a button that waits for it would stay disabled.
 *
 * @param tell is called once, with the controls in the order of their ids
 */
export function useEarlyInput(tell: (...controls: HTMLInputElement[]) => void, ...ids: string[]): void {
  const first = useRef({ tell, ids });
  useFirstEffect(() => {
    const controls = first.current.ids.map((id) => document.getElementById(id));
    if (controls.every((control) => control instanceof HTMLInputElement)) first.current.tell(...controls);
  }, []);
}
