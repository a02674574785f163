import { singleton } from "./singleton";

const state = singleton("turns", () => ({ waiting: [] as (() => void)[], isRunning: false }));

/**
 * One of these is let go in each turn of the event loop: whoever is about to keep the processor for some milliseconds
 * (a page that is rendered) waits for it, so that between any two of them everything else is seen to, the health check
 * first of all. Costs nothing when nobody else waits.
 */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    state.waiting.push(resolve);
    if (state.isRunning) return;
    state.isRunning = true;
    setImmediate(letGo);
  });
}

function letGo(): void {
  state.waiting.shift()?.();
  if (state.waiting.length > 0) setImmediate(letGo);
  else state.isRunning = false;
}
