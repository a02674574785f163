import type { Context } from "hono";
import type { Database, Statement } from "./database";
import type { Member } from "./members";
import type { oneTimePasswords } from "./passwords";
import type { IntentStore } from "./stripe/intents";
import type { Settings } from "./switches/settings";

/** Runs tasks with the same key one after another. Tasks with different keys run in parallel. */
type KeyedLock = <T>(key: string, task: () => Promise<T>) => Promise<T>;

export function keyedLock(): KeyedLock {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, task) => {
    const before = tails.get(key) ?? Promise.resolve();
    // Continue even if the previous task failed. Its own caller handles the error.
    const mine = before.then(task, task);
    tails.set(key, mine);
    try {
      return await mine;
    } finally {
      if (tails.get(key) === mine) tails.delete(key);
    }
  };
}

export interface Services {
  db: Database;
  now: () => number;
  /** Origin of the sandbox as browsers see it, without a trailing slash. */
  origin: string;
  settings: Settings;
  /** Key that signs the tokens. */
  key: string;
  filesDir: string;
  intents: IntentStore;
  lock: KeyedLock;
  oneTime: ReturnType<typeof oneTimePasswords>;
}

/**
 * Returns the statements that store the response for a replay (keys.ts), for the transaction that does the work. With
 * `orderNumber`, `data.orderId` becomes the id of the order that this transaction creates.
 */
export type Keep = (data: unknown, orderNumber?: string) => Statement[];

/** Request context of a call that takes or promises money. */
export interface MoneyCall {
  memberId: number;
  /** The Idempotency-Key, also when the settings ignore it. */
  key: string | null;
  keep: Keep;
  /** Arrival of the request, in epoch ms of the sandbox's clock. */
  cameAt: number;
}

/** Hono context. `authenticated` (tokens.ts) sets `member`, `sid` and `jti`; `onceForKey` (keys.ts) sets `money`. */
export type Env = {
  /** Arrival of the request by the sandbox's clock, and a callback for the fields of a multipart form. */
  Bindings: { cameAt: number; noteForm: (fields: Record<string, string>) => void };
  Variables: { member: Member; sid: string; jti: string; money: MoneyCall };
};
export type Call = Context<Env>;
