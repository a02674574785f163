import { LRUCache } from "lru-cache";
import type { z } from "zod";
import { ApiError } from "#server/errors/api-error";
import { orUndefinedAfter } from "#server/errors/with-timeout.server";
import { log } from "#server/observe/log.server";
import * as clock from "#server/runtime/clock.server";

/** Age at which a read is revalidated. */
const FRESH_MS = 15_000;
/** From this age on, a caller waits PATIENCE_MS for the revalidation, and gets `isStale` if it does not finish. */
const OLD_MS = 60_000;
const PATIENCE_MS = 150;
/** Maximum age of a read, in memory and in the storage: outlasts an outage of a day plus a weekend. */
const LONGEST_MS = 3 * 24 * 60 * 60_000;
/** Pause after a failure of the API. Doubles with each further failure. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
/** A failure that took this long is rethrown to other callers during the pause, so that they do not wait too. */
const SLOW_MS = 1_000;
/** Memory limit of the cache, in characters of JSON. */
const MOST_CHARS = 32 * 1024 * 1024;
const MOST_KEYS = 2_000;

export interface Cached<Value> {
  value: Value;
  /** Time of the API's response, in ms since 1970. */
  readAt: number;
  /** True when the value is at least OLD_MS old: the API is down, or has not responded yet. */
  isStale: boolean;
}

/** `value` is parsed JSON, not validated. */
export type StoredRead = Omit<Cached<unknown>, "isStale">;

/** Persistent storage for reads. Its methods never throw: the site works without it. */
export interface ReadStorage {
  load: (key: string) => Promise<StoredRead | undefined>;
  save: (key: string, read: StoredRead) => Promise<unknown>;
  remove: (key: string) => Promise<unknown>;
}

export interface PublicRead<Value> {
  /** Cache key: everything that the response depends on. */
  key: string;
  ask: () => Promise<Value>;
  /** Validates a value from the storage, which an older release may have written. */
  schema: z.ZodType<Value, z.ZodTypeDef, unknown>;
  /** Whether to save the value in the storage: only for keys that the content bounds, not visitor input. */
  isLasting: (value: Value) => boolean;
}

interface Entry extends StoredRead {
  json: string;
  savedAt: number;
}

type Outcome = { entry: Entry } | { error: unknown };

interface Pause {
  until: number;
  failures: number;
  error: unknown;
  wasSlow: boolean;
}

/**
 * Stale-while-revalidate cache for public reads (news, FAQ). It backs off while the API is down, and keeps stale values
 * through an outage of days and, with a storage, through a restart. A decision of the API (404 for a deleted post) is
 * not an outage: it removes the value.
 */
export class SwrCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #readings = new Map<string, { startedAt: number; outcome: Promise<Outcome> }>();
  readonly #pauses = new LRUCache<string, Pause>({ max: MOST_KEYS });

  /** @param now clock in ms since 1970, for tests */
  constructor(
    private readonly storage?: ReadStorage,
    private readonly now: () => number = clock.now,
  ) {
    this.#entries = new LRUCache<string, Entry>({
      max: MOST_KEYS,
      maxSize: MOST_CHARS,
      sizeCalculation: ({ json }) => json.length + 100,
    });
  }

  /** @throws ApiError when the API fails and nothing is cached, or when the API rejects the request */
  async read<Value>(read: PublicRead<Value>): Promise<Cached<Value>> {
    const { key } = read;
    const entry = this.#unexpired(key) ?? (await this.#stored(read));
    // A `readAt` in the future means that the clock was set back.
    const age = entry && entry.readAt <= this.now() ? this.now() - entry.readAt : Infinity;
    if (entry && age < FRESH_MS) return this.#toCached<Value>(entry);

    const pause = this.#pauses.get(key);
    const pausing = pause && this.now() < pause.until ? pause : undefined;
    if (entry && pausing) return this.#toCached<Value>(entry);
    if (pausing?.wasSlow) throw pausing.error;

    const reading = this.#readings.get(key) ?? this.#begin(read);
    if (!entry) return this.#toCached<Value>(newest(await reading.outcome));
    const left = age < OLD_MS || pause ? 0 : reading.startedAt + PATIENCE_MS - this.now();
    const outcome = left > 0 ? await orUndefinedAfter(reading.outcome, left) : undefined;
    if (!outcome || ("error" in outcome && isOutage(outcome.error))) return this.#toCached<Value>(entry);
    return this.#toCached<Value>(newest(outcome));
  }

  /** Returns the entry in memory; removes it once it has reached the maximum age. */
  #unexpired(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (!entry || this.now() - entry.readAt <= LONGEST_MS) return entry;
    this.#entries.delete(key);
    return undefined;
  }

  #toCached<Value>({ value, readAt }: Entry): Cached<Value> {
    // Validated when it was read or loaded from the storage.
    return { value: value as Value, readAt, isStale: this.now() - readAt >= OLD_MS };
  }

  #begin<Value>(read: PublicRead<Value>) {
    const startedAt = this.now();
    const outcome = this.#ask(read, startedAt).finally(() => this.#readings.delete(read.key));
    const reading = { startedAt, outcome };
    this.#readings.set(read.key, reading);
    return reading;
  }

  async #ask<Value>({ key, ask, isLasting }: PublicRead<Value>, startedAt: number): Promise<Outcome> {
    try {
      const value = await ask();
      const readAt = this.now();
      const json = JSON.stringify(value);
      const before = this.#entries.get(key);
      const entry: Entry = { value, json, readAt, savedAt: before?.savedAt ?? 0 };
      // The API responds again, so retry other keys at once.
      this.#pauses.clear();
      const isNews = before?.json !== json || readAt - entry.savedAt >= OLD_MS;
      if (this.storage && isNews && isLasting(value)) {
        entry.savedAt = readAt;
        void this.storage.save(key, { value, readAt });
      }
      this.#entries.set(key, entry);
      return { entry };
    } catch (error) {
      // The API client has already logged an ApiError.
      if (!(error instanceof ApiError)) log.error({ err: error, key }, "public read failed");
      if (isOutage(error)) {
        const failures = (this.#pauses.get(key)?.failures ?? 0) + 1;
        const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
        const wasSlow = this.now() - startedAt >= SLOW_MS;
        this.#pauses.set(key, { until: this.now() + pauseMs, failures, error, wasSlow });
      } else {
        this.#entries.delete(key);
        void this.storage?.remove(key);
      }
      return { error };
    }
  }

  async #stored<Value>({ key, schema }: PublicRead<Value>): Promise<Entry | undefined> {
    const stored = await this.storage?.load(key);
    if (!stored || this.now() - stored.readAt > LONGEST_MS) return undefined;
    const parsed = schema.safeParse(stored.value);
    if (!parsed.success) return undefined;
    const entry = {
      ...stored,
      value: parsed.data,
      json: JSON.stringify(parsed.data),
      savedAt: stored.readAt,
    };
    // A concurrent read may have filled the entry.
    if (!this.#entries.has(key)) this.#entries.set(key, entry);
    return this.#entries.get(key) ?? entry;
  }
}

/** An unreachable API, an invalid response, or an error of the site. All others are decisions of the API. */
const isOutage = (error: unknown): boolean => !(error instanceof ApiError) || error.isTemporary;

function newest(outcome: Outcome): Entry {
  if ("error" in outcome) throw outcome.error;
  return outcome.entry;
}
