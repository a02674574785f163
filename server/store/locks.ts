import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { isStoreUnavailable, StoreUnavailable } from "#server/errors/store-unavailable";

/** The lock of a store, seen by all processes that use it. Tokens tell the holders apart. */
export interface SharedLock {
  /** @returns false when somebody else holds it */
  acquire(key: string, token: string, lifeMs: number): Promise<boolean>;
  /** Prolongs it, when it is still ours. */
  extend(key: string, token: string, lifeMs: number): Promise<void>;
  release(key: string, token: string): Promise<void>;
}

/** After this long without an extension a lock is free: the time lost when its holder is killed. */
const LIFE_MS = 4_000;
/** Longer than the API's time limit twice, so that a waiter outlasts a slow holder. */
const WAIT_MS = 12_000;

/**
 * Mutual exclusion across processes. Those who wait within one process queue up here, so that at most one of
 * them per process asks the store.
 */
export class Locks {
  readonly #shared: SharedLock;
  readonly #queues = new Map<string, Promise<void>>();

  constructor(shared: SharedLock) {
    this.#shared = shared;
  }

  /** @throws StoreUnavailable when the store is down or the lock was not free in time; whatever `work` throws */
  async run<Result>(key: string, work: () => Promise<Result>, waitMs = WAIT_MS): Promise<Result> {
    const deadline = performance.now() + waitMs;
    const before = this.#queues.get(key);
    let leave = () => {};
    const left = new Promise<void>((resolve) => (leave = resolve));
    const tail = (before ?? Promise.resolve()).then(() => left);
    this.#queues.set(key, tail);
    try {
      if (before) await inTime(before, deadline);
      const token = randomBytes(16).toString("hex");
      await this.#acquire(key, token, deadline);
      return await this.#hold(key, token, work);
    } finally {
      leave();
      if (this.#queues.get(key) === tail) this.#queues.delete(key);
    }
  }

  async #acquire(key: string, token: string, deadline: number): Promise<void> {
    let wait = 10;
    while (!(await this.#shared.acquire(key, token, LIFE_MS))) {
      if (performance.now() > deadline) throw tooLong();
      // Jitter, so that many waiters do not ask at the same moments.
      await pause(wait * (0.5 + Math.random()));
      wait = Math.min(wait * 1.5, 100);
    }
  }

  async #hold<Result>(key: string, token: string, work: () => Promise<Result>): Promise<Result> {
    const ignoreOutage = (error: unknown) => {
      // The work goes on: its own writes tell about the outage, and they compare versions. The lock lapses.
      if (!isStoreUnavailable(error)) throw error;
    };
    const heartbeat = setInterval(() => {
      void this.#shared.extend(key, token, LIFE_MS).catch(ignoreOutage);
    }, LIFE_MS / 4);
    heartbeat.unref();
    try {
      return await work();
    } finally {
      clearInterval(heartbeat);
      await this.#shared.release(key, token).catch(ignoreOutage);
    }
  }
}

async function inTime(turn: Promise<void>, deadline: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLong()), Math.max(0, deadline - performance.now()));
  });
  try {
    await Promise.race([turn, late]);
  } finally {
    clearTimeout(timer);
  }
}

function tooLong(): StoreUnavailable {
  return new StoreUnavailable("a lock was not free in time");
}
