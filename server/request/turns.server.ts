import { singleton } from "./singleton";

/** So many turns of the event loop in a row go to connections that come, before somebody who waits is let go. */
const MOST_PASSED_OVER = 32;

const state = singleton("turns", () => ({
  waiting: [] as (() => void)[],
  isRunning: false,
  hasConnected: false,
  passedOver: 0,
}));

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

/**
 * A connection has come. Node takes one in each turn of the event loop, and behind it may be hundreds, with a health
 * check among them: they are taken before the next page is rendered.
 */
export function connected(): void {
  state.hasConnected = true;
}

function letGo(): void {
  if (state.hasConnected && state.passedOver < MOST_PASSED_OVER) state.passedOver += 1;
  else {
    state.passedOver = 0;
    state.waiting.shift()?.();
  }
  state.hasConnected = false;
  if (state.waiting.length > 0) setImmediate(letGo);
  else state.isRunning = false;
}
