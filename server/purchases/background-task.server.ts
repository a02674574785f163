import { setTimeout as pause } from "node:timers/promises";
import { noApiTiming } from "#server/runtime/api-timing";
import { inRequestScope, requestScope } from "#server/runtime/request-scope.server";

const underWay = new Set<Promise<unknown>>();

/** Runs work that may outlive its request in a scope of its own: without the visitor's timeouts and call counts. */
export function runInBackground<Result>(work: () => Promise<Result>): Promise<Result> {
  const requestId = `${requestScope()?.requestId ?? "background"}-purchases`;
  const done = inRequestScope({ requestId, api: noApiTiming() }, work);
  const end = () => underWay.delete(done);
  underWay.add(done);
  done.then(end, end);
  return done;
}

/** Waits, for at most `ms`, before the dependencies close. The next reconciliation retries interrupted work. */
export async function drainBackground(ms: number): Promise<void> {
  const late = new AbortController();
  const timer = pause(ms, true, { signal: late.signal }).catch(() => true);
  while (underWay.size > 0) {
    if ((await Promise.race([timer, Promise.allSettled(underWay)])) === true) break;
  }
  late.abort();
}
