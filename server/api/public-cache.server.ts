import { join } from "node:path";
import { env } from "#server/config/env.server";
import { detachFromRequest } from "#server/runtime/request-scope.server";
import { singleton } from "#server/runtime/singleton";
import { redisConnection } from "#server/store/stores.server";
import { type Cached, type PublicRead, SwrCache } from "./swr-cache.server";
import { folderStorage, redisStorage } from "./swr-storage.server";

const state = () => singleton("public-reads", (): { reads?: SwrCache } => ({}));

function publicReads(): SwrCache {
  const redis = redisConnection();
  return (state().reads ??= new SwrCache(
    redis ? redisStorage(redis) : folderStorage(join(env().dataDir, "public-reads")),
  ));
}

/**
 * Reads public data (news, FAQ) through the shared cache. The call continues when its first caller disconnects.
 *
 * @throws ApiError when the API fails and nothing is cached, or when the API rejects the request
 */
export function cachedRead<Value>(read: PublicRead<Value>): Promise<Cached<Value>> {
  return publicReads().read({ ...read, ask: () => detachFromRequest(read.ask) });
}

/** Replaces this process's cache, for tests; without storage by default. */
export function replaceCachedReads(reads: SwrCache = new SwrCache()): void {
  state().reads = reads;
}
