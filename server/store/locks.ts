import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { within } from "#server/runtime/within";
import { ignoreOutage, StoreUnavailable } from "#server/errors/store-unavailable";
import type { SessionStore } from "./store";

/** Lock of a store, shared by all its processes. Tokens identify the holders. */
interface SharedLock {
  /** @returns false when another holder has it */
  acquire(key: string, token: string, lifeMs: number): Promise<boolean>;
  /** Extends the lock, if the token still holds it. */
  extend(key: string, token: string, lifeMs: number): Promise<unknown>;
  release(key: string, token: string): Promise<unknown>;
}

/** Lifetime of a lock without an extension: the delay after its holder was killed. */
const LIFE_MS = 4_000;
/** More than twice the API's timeout, so that a waiter outlasts a slow holder. */
const WAIT_MS = 12_000;

/** Mutual exclusion across processes. Waiters of one process queue here, so that only one of them polls the store. */
export function lockWith(shared: SharedLock): SessionStore["withLock"] {
  const queues = new Map<string, Promise<void>>();

  async function acquire(key: string, token: string, deadline: number): Promise<void> {
    let wait = 10;
    while (!(await shared.acquire(key, token, LIFE_MS))) {
      if (performance.now() > deadline) tooLong();
      // Jitter, so that waiters do not poll in step.
      await pause(wait * (0.5 + Math.random()));
      wait = Math.min(wait * 1.5, 100);
    }
  }

  async function hold<Result>(key: string, token: string, work: () => Promise<Result>): Promise<Result> {
    // In an outage the work continues and the lock expires. The work's own writes report it, and compare versions.
    const extend = () => void shared.extend(key, token, LIFE_MS).catch(ignoreOutage);
    const heartbeat = setInterval(extend, LIFE_MS / 4).unref();
    try {
      return await work();
    } finally {
      clearInterval(heartbeat);
      await shared.release(key, token).catch(ignoreOutage);
    }
  }

  return async (key, work, waitMs = WAIT_MS) => {
    const deadline = performance.now() + waitMs;
    const before = queues.get(key);
    let leave = () => {};
    const left = new Promise<void>((resolve) => (leave = resolve));
    const tail = (before ?? Promise.resolve()).then(() => left);
    queues.set(key, tail);
    try {
      if (before) await within(waitMs, before, tooLong);
      const token = randomBytes(16).toString("hex");
      await acquire(key, token, deadline);
      return await hold(key, token, work);
    } finally {
      leave();
      if (queues.get(key) === tail) queues.delete(key);
    }
  };
}

function tooLong(): never {
  throw new StoreUnavailable("a lock was not free in time");
}
