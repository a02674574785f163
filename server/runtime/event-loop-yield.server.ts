import { requestScope } from "./request-scope.server";
import { singleton } from "./singleton";

/**
 * Maximum number of consecutive event-loop turns in which new connections go first: about 30 ms. With 32, a health
 * check behind 600 connections took 150 to 215 ms; without priority up to 1.3 s, instead of 0.06 to 0.09 s
 * (attacks/places.test.ts, seed 34274, 2026-11-24).
 */
const MOST_PASSED_OVER = 256;

const state = singleton("turns", () => ({
  connections: 0,
  /** Waiting calls by visitor. The first call of the first visitor is next. */
  waiting: new Map<string, (() => void)[]>(),
  isRunning: false,
}));

export function noteConnection(): void {
  state.connections += 1;
}

/**
 * Gives new connections priority over CPU-heavy work. Node accepts one connection per event-loop turn, so a health
 * check may wait behind hundreds of connections.
 *
 * @returns a function to call once per turn; true means that waiting work must wait for another turn
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
 * Resolves for one caller per event-loop turn. CPU-heavy work, such as rendering a page, awaits it, so that other
 * events (health checks first) run in between. Visitors alternate, so hundreds of requests from one address delay
 * another visitor by one page.
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
