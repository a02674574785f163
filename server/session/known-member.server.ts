import { LRUCache } from "lru-cache";
import { singleton } from "#server/runtime/singleton";
import { sessionIdIn } from "./cookie.server";
import { keyOf } from "#server/store/encryption.server";
import { ignoreOutage } from "#server/errors/store-unavailable";
import { sessionStore } from "#server/store/stores.server";

/** TTL of a lookup, in ms: a flood with one cookie costs one read per second. */
const KNOWN_MS = 1_000;
const MOST_KNOWN = 5_000;

const lookups = () =>
  singleton(
    "known-members",
    () =>
      new LRUCache<string, { owner: string | undefined }>({
        max: MOST_KNOWN,
        ttl: KNOWN_MS,
        fetchMethod: async (key) => ({ owner: (await sessionStore().get(key))?.owner }),
      }),
  );

/** Returns the hash of the member whose session a Cookie header carries; undefined during an outage of the store. */
export async function memberOfCookie(header: string | undefined): Promise<string | undefined> {
  const id = await sessionIdIn(header);
  return id === undefined ? undefined : (await lookups().fetch(keyOf(id)).catch(ignoreOutage))?.owner;
}
