import { type CacheEntry, cachified } from "@epic-web/cachified";
import { LRUCache } from "lru-cache";
import { ApiError } from "#server/errors/api-error";
import { inRequestScope, requestScope } from "#server/request/request-scope.server";
import { singleton } from "#server/request/singleton";

/** A read that everybody may share is asked again after this. */
const FRESH_MS = 15_000;
/** While the API is down, an answer this old is still better than none; the page says that it is old. */
const STALE_MS = 24 * 60 * 60 * 1000;
/** How long a stale answer stands before the API is tried again: an outage must not cost every visitor 5 s. */
const RETRY_MS = 5_000;

export interface Cached<Value> {
  value: Value;
  /** True when the API could not be asked and this is what it said earlier. */
  isStale: boolean;
}

const store = singleton("public-reads", () => ({
  fresh: new LRUCache<string, CacheEntry>({ max: 500 }),
  // `{}` because an LRU value cannot be undefined or null, and an answer may be any value.
  last: new LRUCache<string, { value: NonNullable<unknown> }>({ max: 500, ttl: STALE_MS }),
  failedUntil: new Map<string, number>(),
}));

/**
 * A public read (news, FAQ): kept for a short while, asked once however many visitors wait, and served as it
 * was when the API is down.
 *
 * @param key what the answer depends on
 * @throws ApiError when the API fails and nothing is kept
 */
export async function cachedRead<Value extends NonNullable<unknown>>(
  key: string,
  read: () => Promise<Value>,
): Promise<Cached<Value>> {
  const last = store.last.get(key) as { value: Value } | undefined;
  if (last && (store.failedUntil.get(key) ?? 0) > Date.now()) return { value: last.value, isStale: true };
  try {
    const value = await cachified<Value>({
      key,
      cache: store.fresh,
      ttl: FRESH_MS,
      getFreshValue: () => forOthersToo(read),
      // Ours below: it also tells the page that the answer is old.
      fallbackToCache: false,
    });
    store.last.set(key, { value });
    store.failedUntil.delete(key);
    return { value, isStale: false };
  } catch (error) {
    if (!last || !(error instanceof ApiError) || !error.isTemporary) throw error;
    if (store.failedUntil.size > 1_000) store.failedUntil.clear();
    store.failedUntil.set(key, Date.now() + RETRY_MS);
    return { value: last.value, isStale: true };
  }
}

/** Runs a read that others may come to wait for: it goes on when the one who began it has gone. */
function forOthersToo<Value>(read: () => Promise<Value>): Promise<Value> {
  const scope = requestScope();
  return scope ? inRequestScope({ ...scope, gone: undefined }, read) : read();
}

/** Forgets everything that is kept; for tests. */
export function clearCachedReads(): void {
  store.fresh.clear();
  store.last.clear();
  store.failedUntil.clear();
}
