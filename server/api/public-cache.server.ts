import { join } from "node:path";
import { env } from "#server/config/env.server";
import { forOthersToo } from "#server/runtime/request-scope.server";
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
 * A public read (news, FAQ), shared by all who ask: see PublicReads. The call goes on when the one who began it
 * has gone, and does not suffer from what that request met before (a service that stalled).
 *
 * @throws ApiError when the API fails and nothing is kept, or when it has decided otherwise
 */
export function cachedRead<Value>(read: PublicRead<Value>): Promise<Cached<Value>> {
  return publicReads().read({ ...read, ask: () => forOthersToo(read.ask) });
}

/** Puts another set of reads in the place of this process's, for tests; without storage by default. */
export function replaceCachedReads(reads: SwrCache = new SwrCache()): void {
  state().reads = reads;
}
