import { AsyncLocalStorage } from "node:async_hooks";
import { type ApiTiming, noApiTiming } from "./api-timing";

export interface RequestScope {
  /** In every log line, on error pages, and sent to the API as X-Request-Id. */
  readonly requestId: string;
  /** Aborts when the client disconnects. Pass it to reads, never to writes. */
  gone?: AbortSignal | undefined;
  api: ApiTiming;
  /** Id of the request's trace; undefined while traces are off. */
  traceId?: string;
  /** Address or network of the visitor, for limits of what guests store. */
  readonly visitor?: string | undefined;
}

const storage = new AsyncLocalStorage<RequestScope>();

export const inRequestScope = <Result>(scope: RequestScope, work: () => Result) => storage.run(scope, work);

/** Runs work for several requests: it outlives its first caller, and calls services that stalled in that request. */
export function detachFromRequest<Result>(work: () => Result): Result {
  const scope = requestScope();
  if (!scope) return work();
  const api = scope.api.stalled ? noApiTiming() : scope.api;
  return inRequestScope({ requestId: scope.requestId, api }, work);
}

/** Undefined at startup, in tests, and in servers without the front. */
export const requestScope = () => storage.getStore();
