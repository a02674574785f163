import { requestScope } from "./request-scope.server";
import { singleton } from "./singleton";

/** Callbacks that wait for a turn, by visitor; the first visitor's first one is next. */
const waiting = singleton("turns", () => new Map<string, (() => void)[]>());

/**
 * Resolves in a later turn of the event loop, one caller in each turn. Await it before work that keeps the processor for
 * milliseconds (a render), so that the health check and other requests run in between. Visitors alternate: hundreds of
 * requests of one address delay another's by one page.
 */
export function nextTurn(): Promise<void> {
  const visitor = requestScope()?.visitor ?? "";
  return new Promise((resolve) => {
    if (waiting.size === 0) setImmediate(releaseNext);
    waiting.set(visitor, [...(waiting.get(visitor) ?? []), resolve]);
  });
}

function releaseNext(): void {
  const [next] = waiting;
  if (!next) return;
  const [visitor, [release, ...rest]] = next;
  waiting.delete(visitor);
  if (rest.length > 0) waiting.set(visitor, rest);
  release?.();
  if (waiting.size > 0) setImmediate(releaseNext);
}
