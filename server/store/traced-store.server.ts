import type { Tracer } from "#server/runtime/tracer.server";
import type { SessionStore } from "./store";
import { wrapStore } from "./wrap-store";

/** Records each operation of a trace as a span. Background work without a trace is not recorded. */
export function tracedStore(store: SessionStore, tracer: Tracer): SessionStore {
  const traced = wrapStore(store, (operation, key, run) => {
    if (tracer.traceId() === undefined || operation === "count" || operation === "ping") return run();
    const attributes = { "db.operation.name": operation, "soria.record": kindOf(key) };
    return tracer.span({ name: `store ${operation}`, kind: "client", attributes }, run);
  });
  return {
    ...traced,
    withLock: (key, work, waitMs) =>
      traced.withLock(
        key,
        () => {
          tracer.event("locked", {});
          return work();
        },
        waitMs,
      ),
  };
}

/** Returns the kind of a record: the part before the colon. The rest of a key belongs to one visitor. */
const kindOf = (key: string) => /^([a-z-]{1,40}):/.exec(key)?.[1] ?? "session";
