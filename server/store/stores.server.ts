import { join } from "node:path";
import { env } from "#server/config/env.server";
import { Gauge } from "prom-client";
import { defineMetric } from "#server/observe/metrics.server";
import { log } from "#server/observe/log.server";
import { singleton } from "#server/runtime/singleton";
import { tracer, type Tracer } from "#server/observe/tracer.server";
import { libsqlStore } from "./libsql-store.server";
import { kindOf, recordKindOf } from "./record-limits";
import { RedisConnection } from "./redis-connection.server";
import { redisStore } from "./redis-store.server";
import type { SessionStore } from "./store";
import { isStoreUnavailable } from "#server/errors/store-unavailable";

/** Undefined without SESSION_STORE_URL. */
export function redisConnection(): RedisConnection | undefined {
  const { sessionStoreUrl: url } = env();
  return url === undefined ? undefined : singleton("redis", () => new RedisConnection(url));
}

/** Returns the session store of this process: Redis with SESSION_STORE_URL, otherwise a local file. */
export function sessionStore(): SessionStore {
  return singleton("session-store", () => {
    const redis = redisConnection();
    const store = redis ? redisStore(redis) : libsqlStore(join(env().dataDir, "sessions.db"));
    const tracing = tracer();
    return watchedStore(tracing ? tracedStore(store, tracing) : store);
  });
}

defineMetric(
  "soria_sessions",
  (registers) =>
    new Gauge({
      name: "soria_sessions",
      help: "Sessions in the store; none while it does not answer.",
      registers,
      // Each worker counts the same store, so the values must not be added.
      aggregator: "max",
      async collect() {
        // Without a value the metric is missing; reset() would report 0 while the store is down.
        this.remove();
        const count = await sessionStore()
          .count()
          .catch(() => undefined);
        if (count !== undefined) this.set(count);
      },
    }),
);

defineMetric(
  "soria_store_bytes",
  (registers) =>
    new Gauge({
      name: "soria_store_bytes",
      help: "Size of the session store: used, and the most that it may use (without one if it has none).",
      labelNames: ["kind"],
      registers,
      aggregator: "max",
      async collect() {
        this.remove("used");
        this.remove("limit");
        const size = await sessionStore()
          .size()
          .catch(() => undefined);
        if (!size) return;
        this.set({ kind: "used" }, size.used);
        if (Number.isFinite(size.limit)) this.set({ kind: "limit" }, size.limit);
      },
    }),
);

/** TTL of a probe, in ms. All callers share one probe per second. */
const PROBE_MS = 1_000;

const probe = { at: -Infinity, result: Promise.resolve(false) };

/** Returns whether the session store is writable, as probed within the last second. Never throws. */
export function storeIsWritable(): Promise<boolean> {
  const now = performance.now();
  if (now - probe.at >= PROBE_MS) {
    probe.at = now;
    probe.result = sessionStore()
      .ping()
      .then(
        () => true,
        // The store has already logged the reason.
        () => false,
      );
  }
  return probe.result;
}

/** Operations that write. With a full disk reads still work, so after a failed write only a write ends the outage. */
const writing = new Set<StoreOperation>(["create", "replace", "destroy", "destroyAllOf", "ping", "withLock"]);

/**
 * Logs outages of a store: one line when it goes down and one when it is back, for any number of failing requests. Work
 * in the background may meet the store that was closed at the end of the process, which is no outage.
 */
function watchedStore(store: SessionStore): SessionStore {
  let down: "for writing" | "for all" | undefined;
  let isClosed = false;
  const watched = wrapStore(store, async (operation, _key, run) => {
    const writes = writing.has(operation);
    try {
      const result = await run();
      if (down && (writes || down === "for all")) {
        down = undefined;
        log.info("the session store is back");
      }
      return result;
    } catch (error) {
      if (isStoreUnavailable(error) && !down && !isClosed) {
        down = writes ? "for writing" : "for all";
        const reason = error.message;
        log.error({ reason }, "the session store does not answer; requests that need it get 503");
      }
      throw error;
    }
  });
  return {
    ...watched,
    close() {
      isClosed = true;
      return store.close();
    },
  };
}

/** Records each operation of a trace as a span. Background work without a trace is not recorded. */
export function tracedStore(store: SessionStore, tracer: Tracer): SessionStore {
  const traced = wrapStore(store, (operation, key, run) => {
    if (tracer.traceId() === undefined || ["count", "ping", "size"].includes(operation)) return run();
    const attributes = { "db.operation.name": operation, "soria.record": kindOf(key) };
    return tracer.span({ name: `store ${operation}`, kind: "client", attributes }, run);
  });
  return {
    ...traced,
    // Tells the wait for a lock from the work under it.
    withLock(key, work, waitMs) {
      const locked = () => {
        tracer.event("locked", {});
        return work();
      };
      return traced.withLock(key, locked, waitMs);
    },
  };
}

export type StoreOperation = Exclude<keyof SessionStore, "close" | "keys">;

/** Runs each operation through `around`, which gets the record's key, or "" for operations on several. */
export function wrapStore(
  store: SessionStore,
  around: <Result>(operation: StoreOperation, key: string, run: () => Promise<Result>) => Promise<Result>,
): SessionStore {
  return {
    get: (key) => around("get", key, () => store.get(key)),
    create: (key, content) => {
      recordKindOf(key);
      return around("create", key, () => store.create(key, content));
    },
    replace: (key, version, content) => around("replace", key, () => store.replace(key, version, content)),
    destroy: (key) => around("destroy", key, () => store.destroy(key)),
    listOf: (owner) => around("listOf", "", () => store.listOf(owner)),
    destroyAllOf: (owner, except) => around("destroyAllOf", "", () => store.destroyAllOf(owner, except)),
    count: () => around("count", "", () => store.count()),
    keys: (prefix) => store.keys(prefix),
    ping: () => around("ping", "", () => store.ping()),
    size: () => around("size", "", () => store.size()),
    withLock: (key, work, waitMs) => around("withLock", key, () => store.withLock(key, work, waitMs)),
    close: () => store.close(),
  };
}
