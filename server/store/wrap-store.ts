import type { SessionStore } from "./store";

export type StoreOperation = Exclude<keyof SessionStore, "close">;

/**
 * Returns a store that runs each operation through `around`.
 *
 * @param around gets the operation, the record's key ("" for operations on several) and the work of the store
 */
export function wrapStore(
  store: SessionStore,
  around: <Result>(operation: StoreOperation, key: string, run: () => Promise<Result>) => Promise<Result>,
): SessionStore {
  return {
    get: (key) => around("get", key, () => store.get(key)),
    create: (key, content) => around("create", key, () => store.create(key, content)),
    replace: (key, version, content) => around("replace", key, () => store.replace(key, version, content)),
    destroy: (key) => around("destroy", key, () => store.destroy(key)),
    listOf: (owner) => around("listOf", "", () => store.listOf(owner)),
    destroyAllOf: (owner, except) => around("destroyAllOf", "", () => store.destroyAllOf(owner, except)),
    count: () => around("count", "", () => store.count()),
    ping: () => around("ping", "", () => store.ping()),
    withLock: (key, work, waitMs) => around("withLock", key, () => store.withLock(key, work, waitMs)),
    close: () => store.close(),
  };
}
