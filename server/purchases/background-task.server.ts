import { setTimeout as pause } from "node:timers/promises";
import { noApiTiming } from "#server/runtime/api-timing";
import { inRequestScope, requestScope } from "#server/runtime/request-scope.server";
import { singleton } from "#server/runtime/singleton";

const underWay = singleton("purchases-beside", () => new Set<Promise<unknown>>());

/**
 * Work that outlives its request, with calls of its own: what has run into its time limit in the visitor's request does
 * not count for it, and the visitor's page does not wait for it longer than it wants to.
 */
export function runInBackground<Result>(work: () => Promise<Result>): Promise<Result> {
  const requestId = `${requestScope()?.requestId ?? "background"}-purchases`;
  const done = inRequestScope({ requestId, api: noApiTiming() }, work);
  const end = () => underWay.delete(done);
  underWay.add(done);
  done.then(end, end);
  return done;
}

/**
 * Waits for all such work of this process, before what it works with is closed; not longer than that. What is cut off
 * then is begun again by whoever looks next.
 */
export async function drainBackground(ms: number): Promise<void> {
  const late = new AbortController();
  const timer = pause(ms, true, { signal: late.signal }).catch(() => true);
  while (underWay.size > 0) {
    if ((await Promise.race([timer, Promise.allSettled(underWay)])) === true) break;
  }
  late.abort();
}
