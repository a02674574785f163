import { readFile, writeFile } from "node:fs/promises";
import { log } from "#server/observe/log.server";
import * as clock from "#server/runtime/clock.server";
import { reasonOf } from "#server/store/store";
import { isStoreUnavailable } from "#server/errors/store-unavailable";
import { redisConnection } from "#server/store/stores.server";
import { KEPT_MS, openUploads, uploadPath } from "./disk-uploads.server";

/** At 5 MB each this is a quarter of a gigabyte in Redis. The oldest files are deleted past it. */
const MOST_FILES = 50;

const fileKey = (id: string) => `soria:upload:${id}`;
const allKey = "soria:uploads";

/** KEYS: set of all, file. ARGV: bytes, lifetime in ms, now, id, maximum count. */
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

/** Serialises uploads to Redis, so that memory holds one file at a time. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Copies a pending file to Redis for an hour, when sessions are in Redis, so that other machines can read it. On
 * failure it stays on this machine only.
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

/** @returns false when there is none, or Redis is unavailable */
export async function fetchUpload(id: string): Promise<boolean> {
  const redis = redisConnection();
  if (!redis) return false;
  try {
    // With Redis in use the module is already loaded; without it the start need not load it.
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

/** Deletes a shared file. During an outage it expires within the hour. */
export async function unshareUpload(id: string): Promise<void> {
  try {
    await redisConnection()?.run((client) => client.multi().del(fileKey(id)).zRem(allKey, id).exec());
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error;
  }
}
