import { createHmac } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import { tooManyMessage } from "~/domain/message-codes";
import { env } from "#server/config/env.server";
import { log } from "#server/observe/log.server";
import { securityEvent } from "#server/observe/security.server";
import type { RedisConnection } from "#server/store/redis-connection.server";
import { deriveKey, keyOf } from "#server/store/encryption.server";
import { isStoreUnavailable } from "#server/errors/store-unavailable";
import { redisConnection } from "#server/store/stores.server";
import { countLimited } from "#server/observe/metrics.server";
import { visitorKey } from "#server/runtime/client-address";
import { type Hit, type HitCounter, MemoryCounter } from "./window-counter";
import { rememberLast } from "#server/runtime/remember-last";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

interface Rule {
  /**
   * Counts requests from one IP address, also about one email or by one member; mail: emails to one address; calendar:
   * reads of one calendar address, from anywhere.
   */
  per: "address" | "email" | "member" | "mail" | "calendar";
  most: number;
  windowMs: number;
}

const perMinute = (most: number): Rule => ({ per: "address", most, windowMs: MINUTE_MS });
/** Counted together with the IP address: otherwise anyone could lock another member out. */
const perEmail: Rule = { per: "email", most: 10, windowMs: HOUR_MS };
/** Prevents filling a mailbox from many IP addresses. Exempts visitors who have requested a code in this session. */
const perMailbox: Rule = { per: "mail", most: 100, windowMs: HOUR_MS };

/** docs/decisions/0010; docs/limits.md has the table of all limits. */
export const rateLimits = {
  "sign-in": [perMinute(30)],
  "check-email": [perMinute(60)],
  "request-code": [perMinute(30), perEmail, perMailbox],
  "verify-code": [perMinute(30), perEmail],
  "forgot-password": [perMinute(30), perEmail, perMailbox],
  // Not in docs/decisions/0010; it has the limits of the calls that lead to it.
  "reset-password": [perMinute(30), perEmail],
  // Limits guesses of the old password by someone with access to a member's browser.
  "change-password": [perMinute(30), { per: "member", most: 10, windowMs: HOUR_MS }],
  inquiry: [perMinute(10)],
  reply: [perMinute(10)],
  // Counts chosen pictures, even if their form is never sent.
  attachment: [perMinute(30), { per: "address", most: 100, windowMs: HOUR_MS }],
  // A calendar service reads many members' calendars from one address (docs/decisions/0104).
  calendar: [perMinute(60), { per: "calendar", most: 30, windowMs: HOUR_MS }],
} satisfies Record<string, Rule[]>;

export type RateLimitName = keyof typeof rateLimits;

/** Message, status and headers of the response to a request past its limit. */
export interface TooMany {
  message: string;
  status: 429;
  headers: { "Retry-After": string };
}

/** KEYS: counter. ARGV: window in ms. Atomic, so that no counter stays without an expiry. */
const hitScript = `
local hits = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {hits, left}`;

const redisCounter = (redis: RedisConnection): HitCounter => ({
  async hit(key, windowMs) {
    const reply = await redis.run((client) =>
      client.eval(hitScript, { keys: [`soria:limit:${key}`], arguments: [String(windowMs)] }),
    );
    const [hits, leftMs] = reply as [number, number];
    return { hits: Number(hits), leftMs: Number(leftMs) };
  },
});

/** Counts of this process: with Redis only while it is unavailable. */
function makeCounters(shared?: HitCounter) {
  const memory = new MemoryCounter();
  return { counter: shared ?? memory, memory, storeDown: false, addressMissing: false };
}
let counters: ReturnType<typeof makeCounters> | undefined;

function state() {
  const redis = redisConnection();
  return (counters ??= makeCounters(redis && redisCounter(redis)));
}

/** Starts all counts anew, for tests; `shared` stands for Redis. */
export function forgetCounts(shared?: HitCounter): void {
  counters = shared && makeCounters(shared);
}

const addressKeyOf = rememberLast((secret: string) => deriveKey(secret, "rate limit"));

export interface LimitSubject {
  email?: string | undefined;
  member?: string | number | undefined;
  /** Secret of a calendar address. */
  calendar?: string | undefined;
  /** Whether this session has already requested an email to that address. */
  hasAsked?: boolean;
}

/**
 * Counts a request against its limits, multiplied by RATE_LIMIT_FACTOR; 0 disables them. With Redis all processes count
 * together; without it, or when it is unavailable, each counts alone. Without a client address (`remix-serve`) the
 * limits per address are off: one counter for all visitors would lock everyone out.
 *
 * @returns undefined when the request is allowed
 */
export async function limit(
  { context }: { request: Request; context: AppLoadContext },
  name: RateLimitName,
  about: LimitSubject = {},
): Promise<TooMany | undefined> {
  const { rateLimitFactor } = env();
  if (rateLimitFactor === 0) return undefined;
  for (const rule of rateLimits[name] as Rule[]) {
    const who = subjectOf(rule, context, about);
    if (who === undefined) continue;
    // Includes the window, because one limit may have two.
    const key = `${name}:${rule.per}:${rule.windowMs / MINUTE_MS}:${who}`;
    const { hits, leftMs } = await count(key, rule.windowMs);
    if (hits <= Math.max(1, Math.round(rule.most * rateLimitFactor))) continue;
    // A refused request does not count against the next rules.
    countLimited(name);
    securityEvent("limit-passed", { what: name });
    const seconds = Math.max(1, Math.ceil(leftMs / 1000));
    return { message: tooManyMessage(seconds), status: 429, headers: { "Retry-After": String(seconds) } };
  }
  return undefined;
}

/** @returns undefined when the rule does not apply */
function subjectOf(
  { per }: Rule,
  context: AppLoadContext,
  { email, member, calendar, hasAsked }: LimitSubject,
): string | undefined {
  const address = addressKey(context);
  switch (per) {
    case "address":
      return address;
    case "email":
      return email && `${address ?? ""} ${emailKey(email)}`;
    case "member":
      return member === undefined ? undefined : `${address ?? ""} ${member}`;
    case "mail":
      return hasAsked || !email ? undefined : emailKey(email);
    case "calendar":
      return calendar && keyOf(calendar);
  }
}

async function count(key: string, windowMs: number): Promise<Hit> {
  const current = state();
  try {
    const result = await current.counter.hit(key, windowMs);
    if (current.storeDown) log.info("the rate limits count together again");
    current.storeDown = false;
    return result;
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error;
    const reason = error.message;
    if (!current.storeDown)
      log.error({ reason }, "the rate limits cannot count together; each process counts for itself");
    current.storeDown = true;
    return current.memory.hit(key, windowMs);
  }
}

function addressKey({ clientAddress }: AppLoadContext): string | undefined {
  if (clientAddress) return visitorKey(clientAddress);
  const current = state();
  if (!current.addressMissing) {
    log.warn("visitors' addresses are not known, so the limits per address are off; start with npm start");
  }
  current.addressMissing = true;
  return undefined;
}

const emailKey = (email: string) =>
  createHmac("sha256", addressKeyOf(env().sessionSecrets[0] ?? ""))
    .update(email.trim().toLowerCase())
    .digest("base64url");
