import { readFile, writeFile } from "node:fs/promises";
import { log } from "#server/observe/log.server";
import * as clock from "#server/runtime/clock.server";
import { reasonOf } from "#server/store/store";
import { isStoreUnavailable } from "#server/errors/store-unavailable";
import { redisConnection } from "#server/store/stores.server";
import { KEPT_MS, openUploads, uploadPath } from "./disk-uploads.server";

/** At 5 MB each a quarter of a gigabyte of Redis; past it the oldest go first. */
const MOST_FILES = 50;

const fileKey = (id: string) => `soria:upload:${id}`;
const allKey = "soria:uploads";

/** KEYS: all, file. ARGV: bytes, life in ms, now, id, most. */
const shareScript = `
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[3] - ARGV[2])
local over = redis.call('ZCARD', KEYS[1]) - ARGV[5]
if over > 0 then
  for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, over - 1)) do redis.call('DEL', 'soria:upload:' .. id) end
  redis.call('ZREMRANGEBYRANK', KEYS[1], 0, over - 1)
end
return 1`;

/** One at a time, so that memory holds one of them, however many arrive together. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Gives a file that waits on this machine to the others, for an hour, when sessions are shared too (Redis). When
 * that fails the file still waits here.
 */
export function shareUpload(id: string): Promise<void> {
  const redis = redisConnection();
  if (!redis) return Promise.resolve();
  const shared = turn.then(async () => {
    try {
      const bytes = await readFile(uploadPath(id));
      await redis.run((client) =>
        client.eval(shareScript, {
          keys: [allKey, fileKey(id)],
          arguments: [bytes, String(KEPT_MS), String(clock.now()), id, String(MOST_FILES)],
        }),
      );
    } catch (error) {
      if (!isStoreUnavailable(error)) throw error;
      log.warn(
        { reason: reasonOf(error) },
        "an attachment could not be shared; it waits on this machine alone",
      );
    }
  });
  turn = shared.catch(() => undefined);
  return shared;
}

/** Brings a file that another machine has shared. @returns whether there was one */
export async function fetchUpload(id: string): Promise<boolean> {
  const redis = redisConnection();
  if (!redis) return false;
  try {
    // With Redis in use it is loaded already; without it the start need not wait for it.
    const { RESP_TYPES } = await import("redis");
    const bytes = await redis.run((client) =>
      client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer }).get(fileKey(id)),
    );
    if (!bytes) return false;
    await openUploads();
    await writeFile(uploadPath(id), bytes, { mode: 0o600 });
    return true;
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error;
    return false;
  }
}

/** Takes a shared file away; in an outage it goes by itself within the hour. */
export async function unshareUpload(id: string): Promise<void> {
  try {
    await redisConnection()?.run((client) => client.multi().del(fileKey(id)).zRem(allKey, id).exec());
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error;
  }
}
