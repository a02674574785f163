import { join } from "node:path";
import { env } from "#server/config/env.server";
import { Gauge } from "prom-client";
import { defineMetric } from "#server/observe/metrics.server";
import { log } from "#server/observe/log.server";
import { singleton } from "#server/runtime/singleton";
import { tracer } from "#server/runtime/tracer.server";
import { LibsqlStore } from "./libsql-store.server";
import { RedisConnection } from "./redis-connection.server";
import { RedisStore } from "./redis-store.server";
import { type RecordContent, type SessionStore } from "./store";
import { TracedStore } from "./traced-store.server";
import { isStoreUnavailable } from "#server/errors/store-unavailable";

/** Returns the connection to Redis; undefined without SESSION_STORE_URL. */
export function redisConnection(): RedisConnection | undefined {
  const { sessionStoreUrl } = env();
  return sessionStoreUrl === undefined
    ? undefined
    : singleton("redis", () => new RedisConnection(sessionStoreUrl));
}

/** Returns the session store of this process: Redis with SESSION_STORE_URL, otherwise a local file. */
export function sessionStore(): SessionStore {
  return singleton("session-store", () => {
    const redis = redisConnection();
    const store = redis ? new RedisStore(redis) : new LibsqlStore(join(env().dataDir, "sessions.db"));
    const tracing = tracer();
    return new WatchedStore(tracing ? new TracedStore(store, tracing) : store);
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

/** TTL of a probe, in ms. All callers share one probe per second. */
const PROBE_MS = 1_000;

/** Returns whether the session store is writable, as probed within the last second. Never throws. */
export function storeIsWritable(): Promise<boolean> {
  const probe = singleton("store-probe", () => ({ at: -Infinity, answer: Promise.resolve(false) }));
  const now = performance.now();
  if (now - probe.at >= PROBE_MS) {
    probe.at = now;
    probe.answer = sessionStore()
      .ping()
      .then(
        () => true,
        // The store has already logged the reason.
        () => false,
      );
  }
  return probe.answer;
}

/**
 * Wraps a store to log outages: one line when it goes down and one when it is back, for any number of failing
 * requests.
 */
class WatchedStore implements SessionStore {
  readonly #store: SessionStore;
  #down = false;
  #downForWriting = false;

  constructor(store: SessionStore) {
    this.#store = store;
  }

  get(key: string) {
    return this.#watch(this.#store.get(key));
  }
  create(key: string, content: RecordContent) {
    return this.#watch(this.#store.create(key, content), true);
  }
  replace(key: string, version: number, content: RecordContent) {
    return this.#watch(this.#store.replace(key, version, content), true);
  }
  destroy(key: string) {
    return this.#watch(this.#store.destroy(key), true);
  }
  listOf(owner: string) {
    return this.#watch(this.#store.listOf(owner));
  }
  destroyAllOf(owner: string, exceptKey?: string) {
    return this.#watch(this.#store.destroyAllOf(owner, exceptKey), true);
  }
  count() {
    return this.#watch(this.#store.count());
  }
  ping() {
    return this.#watch(this.#store.ping(), true);
  }
  withLock<Result>(key: string, work: () => Promise<Result>, waitMs?: number) {
    return this.#watch(this.#store.withLock(key, work, waitMs), true);
  }
  close() {
    return this.#store.close();
  }

  /**
   * Runs an operation and tracks outages.
   *
   * @param writes whether it writes; with a full disk reads still work, so after a failed write only a write ends the
   * outage
   */
  async #watch<Result>(operation: Promise<Result>, writes = false): Promise<Result> {
    try {
      const result = await operation;
      if (this.#down && (writes || !this.#downForWriting)) this.#report(false);
      return result;
    } catch (error) {
      if (isStoreUnavailable(error) && !this.#down) {
        this.#downForWriting = writes;
        this.#report(true, error.message);
      }
      throw error;
    }
  }

  #report(down: boolean, reason?: string): void {
    this.#down = down;
    if (down) log.error({ reason }, "the session store does not answer; requests that need it get 503");
    else log.info("the session store is back");
  }
}
