import * as clock from "#server/runtime/clock.server";
import { lockWith } from "./locks";
import type { RedisConnection } from "./redis-connection.server";
import { countLimited } from "#server/observe/metrics.server";
import { guestLimits } from "./record-limits";
import type { RecordContent, SessionStore } from "./store";

/**
 * Keys in Redis: soria:session:<key> (a hash per record), soria:owner:<owner> (the record keys of a member),
 * soria:sessions (the keys of sessions by expiry, for counting), soria:lock:<key>, soria:ping. Redis expires records by
 * their remaining lifetime, so its clock may differ from the site's. The expiry is also stored and read, so the clocks
 * of the site's machines must agree.
 */
const recordKey = (key: string) => `soria:session:${key}`;
const ownerKey = (owner: string) => `soria:owner:${owner}`;
const lockKey = (key: string) => `soria:lock:${key}`;
const sessionsKey = "soria:sessions";
/** Keys of guests' sessions by expiry; soria:guests:<address hash> has those of one address. */
const guestsKey = "soria:guests";
/** Hashes of addresses by their number of guests' sessions. */
const addressesKey = "soria:guest-addresses";

/**
 * KEYS: record, soria:sessions. ARGV: expected version ("" for a new record), payload, owner, expiry, key, now. Returns
 * 1, or 0 when the record has another version. Only keys without a colon are sessions and are counted.
 */
const writeScript = `
local version = redis.call('HGET', KEYS[1], 'version')
if ARGV[1] ~= (version or '') then return 0 end
local previous = redis.call('HGET', KEYS[1], 'owner')
if previous and previous ~= ARGV[3] then redis.call('SREM', 'soria:owner:' .. previous, ARGV[5]) end
redis.call('HSET', KEYS[1], 'version', (tonumber(version) or 0) + 1, 'payload', ARGV[2], 'owner', ARGV[3], 'expiresAt', ARGV[4])
local life = ARGV[4] - ARGV[6]
redis.call('PEXPIRE', KEYS[1], life)
if not string.find(ARGV[5], ':', 1, true) then
  redis.call('ZADD', KEYS[2], ARGV[4], ARGV[5])
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[6])
end
if ARGV[3] ~= '' then
  local owner = 'soria:owner:' .. ARGV[3]
  redis.call('SADD', owner, ARGV[5])
  if redis.call('PTTL', owner) < life then redis.call('PEXPIRE', owner, life) end
end
return 1`;

/**
 * KEYS: soria:guests, soria:guest-addresses, soria:sessions. ARGV: key of the new session, hash of its address, expiry,
 * now, limit per address, limit in all. Evicts the oldest sessions of this address, then of the one with most. Returns
 * how many it evicted.
 */
const guestScript = `
local evicted = 0
local function setOf(address) return 'soria:guests:' .. address end
local function count(address)
  redis.call('ZREMRANGEBYSCORE', setOf(address), '-inf', ARGV[4])
  local n = redis.call('ZCARD', setOf(address))
  if n == 0 then redis.call('ZREM', KEYS[2], address) else redis.call('ZADD', KEYS[2], n, address) end
  return n
end
local function evict(address)
  local oldest = redis.call('ZPOPMIN', setOf(address))[1]
  if oldest then
    evicted = evicted + redis.call('DEL', 'soria:session:' .. oldest)
    redis.call('ZREM', KEYS[1], oldest)
    redis.call('ZREM', KEYS[3], oldest)
  end
end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
redis.call('ZADD', setOf(ARGV[2]), ARGV[3], ARGV[1])
redis.call('PEXPIREAT', setOf(ARGV[2]), ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[4])
while count(ARGV[2]) > tonumber(ARGV[5]) do evict(ARGV[2]) end
for _ = 1, 8 do
  if redis.call('ZCARD', KEYS[1]) <= tonumber(ARGV[6]) then break end
  local heaviest = redis.call('ZREVRANGE', KEYS[2], 0, 0)[1]
  if not heaviest then break end
  if count(heaviest) > 0 then evict(heaviest) end
  count(heaviest)
end
return evicted`;

/** KEYS: record, soria:sessions. ARGV: key. */
const destroyScript = `
local owner = redis.call('HGET', KEYS[1], 'owner')
if owner and owner ~= '' then redis.call('SREM', 'soria:owner:' .. owner, ARGV[1]) end
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREM', 'soria:guests', ARGV[1])
return redis.call('DEL', KEYS[1])`;

/**
 * KEYS: owner. ARGV: owner. Returns key, payload, version and expiry of each record. Also removes the keys of expired
 * records and of another owner's records from the set; "pcall" ignores the error of a read-only Redis.
 */
const listScript = `
local found = {}
for _, key in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  local record = redis.call('HMGET', 'soria:session:' .. key, 'payload', 'version', 'expiresAt', 'owner')
  if record[1] and record[4] == ARGV[1] then
    found[#found + 1] = {key, record[1], record[2], record[3]}
  else
    redis.pcall('SREM', KEYS[1], key)
  end
end
return found`;

/** KEYS: owner, soria:sessions. ARGV: key to keep, or "". */
const destroyAllScript = `
local destroyed = 0
for _, key in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  if key ~= ARGV[1] then
    destroyed = destroyed + redis.call('DEL', 'soria:session:' .. key)
    redis.call('SREM', KEYS[1], key)
    redis.call('ZREM', KEYS[2], key)
  end
end
return destroyed`;

/** KEYS: lock. ARGV: token, lifetime in ms. */
const extendScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0`;
const releaseScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;

const recordOf = (payload: string, version: string, expiresAt: string, owner?: string | null) => ({
  payload: Buffer.from(payload, "base64"),
  version: Number(version),
  owner: owner || undefined,
  expiresAt: Number(expiresAt),
});

/** Stores records in one Redis, for several machines. */
export function redisStore(redis: RedisConnection): SessionStore {
  const script = async (text: string, keys: string[], args: string[]) =>
    Number(await redis.run((client) => client.eval(text, { keys, arguments: args })));
  const write = async (key: string, version: string, { payload, owner, expiresAt }: RecordContent) => {
    const sealed = Buffer.from(payload).toString("base64");
    const args = [version, sealed, owner ?? "", String(expiresAt), key, String(clock.now())];
    return (await script(writeScript, [recordKey(key), sessionsKey], args)) === 1;
  };

  return {
    withLock: lockWith({
      acquire: async (key, token, lifeMs) => {
        const reply = await redis.run((client) =>
          client.set(lockKey(key), token, { condition: "NX", expiration: { type: "PX", value: lifeMs } }),
        );
        return reply === "OK";
      },
      extend: (key, token, lifeMs) => script(extendScript, [lockKey(key)], [token, String(lifeMs)]),
      release: (key, token) => script(releaseScript, [lockKey(key)], [token]),
    }),
    async get(key) {
      const [payload, version, owner, expiresAt] = await redis.run((client) =>
        client.hmGet(recordKey(key), ["payload", "version", "owner", "expiresAt"]),
      );
      if (!payload || !version || !expiresAt || Number(expiresAt) <= clock.now()) return undefined;
      return recordOf(payload, version, expiresAt, owner);
    },
    async create(key, content) {
      const isCreated = await write(key, "", content);
      const { guest, expiresAt } = content;
      if (!isCreated || guest === undefined) return isCreated;
      const { perAddress, all } = guestLimits;
      const args = [key, guest, ...[expiresAt, clock.now(), perAddress, all].map(String)];
      const evicted = await script(guestScript, [guestsKey, addressesKey, sessionsKey], args);
      for (let n = 0; n < evicted; n += 1) countLimited("guest-sessions");
      return true;
    },
    replace: (key, version, content) => write(key, String(version), content),
    async destroy(key) {
      await script(destroyScript, [recordKey(key), sessionsKey], [key]);
    },
    async listOf(owner) {
      const reply = await redis.run((client) =>
        client.eval(listScript, { keys: [ownerKey(owner)], arguments: [owner] }),
      );
      return (reply as [string, string, string, string][])
        .map(([key, ...fields]) => ({ key, ...recordOf(...fields, owner) }))
        .filter(({ expiresAt }) => expiresAt > clock.now());
    },
    destroyAllOf: (owner, exceptKey = "") =>
      script(destroyAllScript, [ownerKey(owner), sessionsKey], [exceptKey]),
    count: () =>
      redis.run(async (client) => {
        for (const key of [sessionsKey, guestsKey]) await client.zRemRangeByScore(key, "-inf", clock.now());
        if ((await client.exists(guestsKey)) === 0) await client.del(addressesKey);
        return client.zCard(sessionsKey);
      }),
    async *keys(prefix) {
      const start = recordKey(prefix);
      for (let cursor = "0"; ;) {
        const found = await redis.run((client) => client.scan(cursor, { MATCH: `${start}*`, COUNT: 500 }));
        yield found.keys.map((key) => key.slice(start.length));
        cursor = String(found.cursor);
        if (cursor === "0") return;
      }
    },
    async ping() {
      await redis.run((client) => client.set("soria:ping", "", { expiration: { type: "EX", value: 60 } }));
    },
    async size() {
      const memory = await redis.run((client) => client.info("memory"));
      const numberOf = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, "m").exec(memory)?.[1] ?? 0);
      return { used: numberOf("used_memory"), limit: numberOf("maxmemory") || Infinity };
    },
    close: () => redis.close(),
  };
}
