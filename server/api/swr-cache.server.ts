import { LRUCache } from "lru-cache";
import type { z } from "zod";
import { ApiError } from "#server/errors/api-error";
import { orUndefinedAfter } from "#server/errors/with-timeout.server";
import { log } from "#server/observe/log.server";
import * as clock from "#server/runtime/clock.server";

/** A read that everybody may share is asked again after this. */
const FRESH_MS = 15_000;
/** From here on a reader is given a moment of patience for something newer, and is told the age if it does not come. */
const OLD_MS = 60_000;
const PATIENCE_MS = 150;
/** An outage of a day, and a weekend on top of it, is outlived. */
const LONGEST_MS = 3 * 24 * 60 * 60_000;
/** After a failure the API is left alone for so long, twice as long after each further one. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
/** A failure that took this long is handed on while the pause lasts, so that not everybody has to wait for it. */
const SLOW_MS = 1_000;
/** What is held in memory, as characters of JSON. */
const MOST_CHARS = 32 * 1024 * 1024;
const MOST_KEYS = 2_000;

/** A public read as a page gets it. */
export interface Cached<Value> {
  value: Value;
  /** When the API said so, in ms since 1970. */
  readAt: number;
  /** True when it is so old that the reader should know: the API could not be asked, or has not answered yet. */
  isStale: boolean;
}

export interface KeptRead {
  /** JSON. */
  value: unknown;
  readAt: number;
}

/** Storage for reads that outlives the process. Its methods never throw: the site works without it. */
export interface ReadStorage {
  load: (key: string) => Promise<KeptRead | undefined>;
  save: (key: string, kept: KeptRead) => Promise<void>;
  remove: (key: string) => Promise<void>;
}

export interface PublicRead<Value> {
  /** What the answer depends on. */
  key: string;
  /** Asks the API. */
  ask: () => Promise<Value>;
  /** What the value must look like when it comes out of the storage, which an older release may have written. */
  schema: z.ZodType<Value, z.ZodTypeDef, unknown>;
  /** Whether it is kept beyond the process: only what the content bounds, not what a visitor can make up. */
  isLasting: (value: Value) => boolean;
}

interface Entry {
  value: unknown;
  json: string;
  readAt: number;
  savedAt: number;
}

type Outcome = { entry: Entry } | { error: unknown };

interface Reading {
  startedAt: number;
  outcome: Promise<Outcome>;
}

interface Pause {
  until: number;
  failures: number;
  error: unknown;
  wasSlow: boolean;
}

/**
 * What all may read (news, FAQ), without anybody waiting for it twice: what is old is shown at once and read anew behind
 * it. At most one reading is under way for each key, with a pause that grows while the API is down; what was read
 * outlives an outage of days and, in the storage, a restart of the site.
 *
 * What the API has decided (a post that it took back) is no outage: it replaces what is kept.
 */
export class SwrCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #readings = new Map<string, Reading>();
  readonly #pauses = new LRUCache<string, Pause>({ max: MOST_KEYS });

  /** @param now the clock in ms since 1970, for tests */
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

  /** @throws ApiError when the API fails and nothing is kept, or when it has decided otherwise */
  async read<Value>(read: PublicRead<Value>): Promise<Cached<Value>> {
    const { key } = read;
    const entry = this.#entries.get(key) ?? (await this.#stored(read));
    // What was read in the future was read before somebody set the clock back.
    const age = entry && entry.readAt <= this.now() ? this.now() - entry.readAt : Infinity;
    if (entry && age < FRESH_MS) return this.#answer<Value>(entry);

    const pause = this.#pauses.get(key);
    const pausing = pause && this.now() < pause.until ? pause : undefined;
    if (entry && pausing) return this.#answer<Value>(entry);
    if (pausing?.wasSlow) throw pausing.error;

    const reading = this.#readings.get(key) ?? this.#begin(read);
    if (!entry) return this.#answer<Value>(newest(await reading.outcome));
    const left = age < OLD_MS || pause ? 0 : reading.startedAt + PATIENCE_MS - this.now();
    const outcome = left > 0 ? await orUndefinedAfter(reading.outcome, left) : undefined;
    if (!outcome || ("error" in outcome && isOutage(outcome.error))) return this.#answer<Value>(entry);
    return this.#answer<Value>(newest(outcome));
  }

  #answer<Value>({ value, readAt }: Entry): Cached<Value> {
    // The schema of this key has seen it, when it was read or when it came out of the storage.
    return { value: value as Value, readAt, isStale: this.now() - readAt >= OLD_MS };
  }

  #begin<Value>(read: PublicRead<Value>): Reading {
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
      // The API answers again: what waits for its pause to end may be asked at once.
      this.#pauses.clear();
      const isNews = before?.json !== json || readAt - entry.savedAt >= OLD_MS;
      if (this.storage && isNews && isLasting(value)) {
        entry.savedAt = readAt;
        void this.storage.save(key, { value, readAt });
      }
      this.#entries.set(key, entry);
      return { entry };
    } catch (error) {
      // The API client has told the log of an error of the API.
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
    const kept = await this.storage?.load(key);
    if (!kept || this.now() - kept.readAt > LONGEST_MS) return undefined;
    const parsed = schema.safeParse(kept.value);
    if (!parsed.success) return undefined;
    const entry = { ...kept, value: parsed.data, json: JSON.stringify(parsed.data), savedAt: kept.readAt };
    // Somebody else may have read it meanwhile.
    if (!this.#entries.has(key)) this.#entries.set(key, entry);
    return this.#entries.get(key) ?? entry;
  }
}

/** The API could not be asked, or not be understood, or we failed ourselves; anything else the API has decided. */
const isOutage = (error: unknown): boolean => !(error instanceof ApiError) || error.isTemporary;

function newest(outcome: Outcome): Entry {
  if ("error" in outcome) throw outcome.error;
  return outcome.entry;
}
