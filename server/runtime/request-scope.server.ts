import { AsyncLocalStorage } from "node:async_hooks";
import { type ApiTiming, noApiTiming } from "./api-timing";
import { singleton } from "./singleton";

/** Facts about the current request, for code that is called deep below it. */
export interface RequestScope {
  /** In every log line, on error pages, and sent to the API as X-Request-Id. */
  readonly requestId: string;
  /** Aborted when nobody waits for the answer any more: what only reads for it need not go on. */
  gone?: AbortSignal | undefined;
  api: ApiTiming;
  /** Address or network of the visitor, by which the event loop's turns are shared out (runtime/event-loop-yield.server.ts). */
  readonly visitor?: string | undefined;
}

const storage = singleton("request-scope", () => new AsyncLocalStorage<RequestScope>());

/** Runs `work`, and everything that it starts, for a request. */
export function inRequestScope<Result>(scope: RequestScope, work: () => Result): Result {
  return storage.run(scope, work);
}

/**
 * Runs what others may come to wait for too: it goes on when the one who began it has gone, and the services that
 * stalled for that request are asked all the same.
 */
export function forOthersToo<Result>(work: () => Result): Result {
  const scope = requestScope();
  if (!scope) return work();
  const api = scope.api.stalled ? noApiTiming() : scope.api;
  return inRequestScope({ requestId: scope.requestId, api }, work);
}

/** The request that is worked for; undefined at the start, in tests, and in servers without the front. */
export function requestScope(): RequestScope | undefined {
  return storage.getStore();
}
