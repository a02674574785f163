import { createHmac } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import { ipKeyGenerator } from "express-rate-limit";
import { LRUCache } from "lru-cache";
import { env } from "../env.server";
import { log } from "../observe/log.server";
import { securityEvent } from "../observe/security.server";
import type { RedisConnection } from "../session/redis-connection.server";
import { deriveKey } from "../session/sealing.server";
import { isStoreUnavailable } from "../session/store";
import { redisConnection } from "../session/stores.server";
import { singleton } from "./singleton";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

interface Rule {
  /** What is counted: requests from one address, or about one e-mail address. */
  per: "address" | "email";
  most: number;
  windowMs: number;
}

const perMinute = (most: number): Rule => ({ per: "address", most, windowMs: MINUTE_MS });
const perEmail: Rule = { per: "email", most: 10, windowMs: HOUR_MS };

/** decisions.md, Configuration, RATE_LIMIT_FACTOR. */
const rules = {
  "sign-in": [perMinute(30)],
  "check-email": [perMinute(60)],
  "request-code": [perMinute(30), perEmail],
  "verify-code": [perMinute(30), perEmail],
  "forgot-password": [perMinute(30), perEmail],
  // decisions.md names the others; the reset is limited like the calls that lead to it.
  "reset-password": [perMinute(30), perEmail],
  inquiry: [perMinute(10)],
  reply: [perMinute(10)],
  // Pictures that are chosen, whether or not their form is sent afterwards.
  attachment: [perMinute(30)],
} satisfies Record<string, Rule[]>;

/** What is limited. */
export type LimitName = keyof typeof rules;

export type LimitResult = { ok: true } | { ok: false; retryAfterSeconds: number };

/** Counts hits in fixed windows that begin with the first hit. */
interface Counter {
  /** @returns hits in this window including this one, and the milliseconds until it ends */
  hit(key: string, windowMs: number): Promise<{ hits: number; leftMs: number }>;
}

/** The counters of one process. Bounded: a flood of addresses pushes out the oldest, it does not fill the memory. */
class MemoryCounter implements Counter {
  readonly #windows = new LRUCache<string, { hits: number; endsAt: number }>({ max: 100_000 });

  async hit(key: string, windowMs: number) {
    const now = Date.now();
    let window = this.#windows.get(key);
    if (!window || window.endsAt <= now) {
      window = { hits: 0, endsAt: now + windowMs };
      this.#windows.set(key, window);
    }
    window.hits += 1;
    return { hits: window.hits, leftMs: window.endsAt - now };
  }
}

/** KEYS: counter. ARGV: window. One step, so that no counter stays without an end. */
const hitScript = `
local hits = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {hits, left}`;

/** The counters of all machines together. */
class RedisCounter implements Counter {
  readonly #redis: RedisConnection;

  constructor(redis: RedisConnection) {
    this.#redis = redis;
  }

  async hit(key: string, windowMs: number) {
    const answer = (await this.#redis.run((client) =>
      client.eval(hitScript, { keys: [`soria:limit:${key}`], arguments: [String(windowMs)] }),
    )) as [number, number];
    return { hits: Number(answer[0]), leftMs: Number(answer[1]) };
  }
}

const state = () =>
  singleton("rate-limit", () => {
    const redis = redisConnection();
    const counter: Counter = redis ? new RedisCounter(redis) : new MemoryCounter();
    const key = deriveKey(env().sessionSecrets[0] ?? "", "rate limit");
    return { counter, key, storeDown: false, addressMissing: false };
  });

/**
 * Counts a request and says whether it is within the limits of decisions.md (Configuration), multiplied by
 * RATE_LIMIT_FACTOR; 0 turns them off. An IPv6 visitor is known by the first 56 bits, which one household shares;
 * e-mail addresses are counted without regard to case, under a keyed hash.
 *
 * When the counters cannot be reached (Redis is down), the request is allowed, and one log line says so: a limit
 * that is there against guessing must not lock out every member. Where the visitor's address is not known (under
 * `remix-serve`, which does not tell), only the limits per e-mail count, for the same reason.
 *
 * @returns `retryAfterSeconds`: whole seconds until the window that is full ends, at least 1
 */
export async function limit(
  { context }: { request: Request; context: AppLoadContext },
  name: LimitName,
  { email }: { email?: string | undefined } = {},
): Promise<LimitResult> {
  const { rateLimitFactor } = env();
  if (rateLimitFactor === 0) return { ok: true };
  const of = { address: addressKey(context), email: email && emailKey(email) };
  let waitMs = 0;
  for (const { per, most, windowMs } of rules[name] as Rule[]) {
    const who = of[per];
    if (!who) continue;
    const { hits, leftMs } = await count(`${name}:${per}:${who}`, windowMs);
    if (hits > Math.max(1, Math.round(most * rateLimitFactor))) waitMs = Math.max(waitMs, leftMs);
    // A request that is refused here must not use up the e-mail address's hour as well.
    if (waitMs > 0) break;
  }
  if (waitMs === 0) return { ok: true };
  securityEvent("limit-passed", { what: name });
  return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}

async function count(key: string, windowMs: number): Promise<{ hits: number; leftMs: number }> {
  const current = state();
  try {
    const result = await current.counter.hit(key, windowMs);
    if (current.storeDown) log.info("the rate limits count again");
    current.storeDown = false;
    return result;
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error;
    if (!current.storeDown)
      log.error({ reason: error.message }, "the rate limits cannot count; all is allowed");
    current.storeDown = true;
    return { hits: 0, leftMs: 0 };
  }
}

function addressKey({ clientAddress }: AppLoadContext): string | undefined {
  if (clientAddress) return ipKeyGenerator(clientAddress);
  const current = state();
  if (!current.addressMissing) {
    log.warn("visitors' addresses are not known, so the limits per address are off; start with npm start");
  }
  current.addressMissing = true;
  return undefined;
}

function emailKey(email: string): string {
  return createHmac("sha256", state().key).update(email.trim().toLowerCase()).digest("base64url");
}
