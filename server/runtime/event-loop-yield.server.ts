import { requestScope } from "./request-scope.server";
import { singleton } from "./singleton";

/**
 * Number of consecutive turns of the event loop in which new connections go first: about 30 ms. With 32, a health check
 * behind 600 connections took 150 to 215 ms, three quarters of it for renders in between.
 *
 * Without it, and without the request queue, the health check took 0.8 to 1.7 s behind clients that do not read their
 * pages, in place of 0.06 to 0.09 s; with the queue alone 0.5 to 1.3 s (attacks/places.test.ts, seed 34274, 2026-11-24).
 */
const MOST_PASSED_OVER = 256;

const state = singleton("turns", () => ({
  connections: 0,
  /** By visitor; the first visitor's first one is next. */
  waiting: new Map<string, (() => void)[]>(),
  isRunning: false,
}));

/** Records an accepted connection; `connectionsFirst` yields to it. */
export function noteConnection(): void {
  state.connections += 1;
}

/**
 * Node takes one connection in each turn of the event loop, and behind it may be hundreds, with a health check among
 * them: they are taken before anything that keeps the processor for long.
 *
 * @returns what is asked once in a turn: whether whoever waits is to wait for the next one
 */
export function connectionsFirst(): () => boolean {
  let [seen, passedOver] = [state.connections, 0];
  return () => {
    const hasCome = state.connections !== seen;
    seen = state.connections;
    passedOver = hasCome && passedOver < MOST_PASSED_OVER ? passedOver + 1 : 0;
    return passedOver > 0;
  };
}

const isPassedOver = singleton("turns-passed-over", connectionsFirst);

/**
 * One of these is let go in each turn of the event loop: whoever is about to keep the processor for some milliseconds
 * (a page that is rendered) waits for it, so that between any two of them everything else is seen to, the health check
 * first of all. Visitors take turns, so that hundreds of requests of one address delay another's by one page, not by
 * hundreds. Costs nothing when nobody else waits.
 */
export function nextTurn(): Promise<void> {
  const visitor = requestScope()?.visitor ?? "";
  return new Promise((resolve) => {
    const others = state.waiting.get(visitor);
    if (others) others.push(resolve);
    else state.waiting.set(visitor, [resolve]);
    if (state.isRunning) return;
    state.isRunning = true;
    setImmediate(release);
  });
}

function release(): void {
  if (!isPassedOver()) releaseNext();
  if (state.waiting.size > 0) setImmediate(release);
  else state.isRunning = false;
}

function releaseNext(): void {
  const [next] = state.waiting;
  if (!next) return;
  const [visitor, requests] = next;
  const release = requests.shift();
  state.waiting.delete(visitor);
  if (requests.length > 0) state.waiting.set(visitor, requests);
  release?.();
}
