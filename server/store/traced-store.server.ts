import type { OpenSpan, Tracer } from "#server/runtime/tracer.server";
import type { RecordContent, SessionStore } from "./store";

/** Wraps a store to record each operation of a trace as a span. Background work without a trace is not recorded. */
export class TracedStore implements SessionStore {
  readonly #store: SessionStore;
  readonly #tracer: Tracer;

  constructor(store: SessionStore, tracer: Tracer) {
    this.#store = store;
    this.#tracer = tracer;
  }

  get(key: string) {
    return this.#record("get", key, () => this.#store.get(key));
  }
  create(key: string, content: RecordContent) {
    return this.#record("create", key, () => this.#store.create(key, content));
  }
  replace(key: string, version: number, content: RecordContent) {
    return this.#record("replace", key, () => this.#store.replace(key, version, content));
  }
  destroy(key: string) {
    return this.#record("destroy", key, () => this.#store.destroy(key));
  }
  listOf(owner: string) {
    return this.#record("listOf", "", () => this.#store.listOf(owner));
  }
  destroyAllOf(owner: string, exceptKey?: string) {
    return this.#record("destroyAllOf", "", () => this.#store.destroyAllOf(owner, exceptKey));
  }
  count() {
    return this.#store.count();
  }
  ping() {
    return this.#store.ping();
  }
  withLock<Result>(key: string, work: () => Promise<Result>, waitMs?: number) {
    return this.#record("withLock", key, (span) => {
      const locked = () => {
        span?.event("locked");
        return work();
      };
      return this.#store.withLock(key, locked, waitMs);
    });
  }
  close() {
    return this.#store.close();
  }

  #record<Result>(
    operation: string,
    key: string,
    run: (span?: OpenSpan) => Promise<Result>,
  ): Promise<Result> {
    if (this.#tracer.traceId() === undefined) return run();
    const attributes = { "db.operation.name": operation, "soria.record": kindOf(key) };
    return this.#tracer.span({ name: `store ${operation}`, kind: "client", attributes }, run);
  }
}

/** Returns the kind of a record: the part before the colon. The rest of a key belongs to one visitor. */
const kindOf = (key: string) => /^([a-z-]{1,40}):/.exec(key)?.[1] ?? "session";
