import type { Context } from "hono";
import type { ContentSet } from "./content-sets";
import type { Database, Statement } from "./database";
import type { KeyedLock } from "./lock";
import type { Member } from "./members";
import type { OneTimePasswords } from "./one-time";
import type { PaymentIntents } from "./stripe/stand-in";

export const REPLAYS = ["successes", "all"] as const;

/** What can be changed while the sandbox runs (PUT /__settings). */
export interface Settings {
  /** Life of an access token, seconds. */
  accessTokenSeconds: number;
  /** Life of a refresh token, seconds. */
  refreshTokenSeconds: number;
  /**
   * A refresh token that has brought new tokens stays good for so many seconds, for an answer that was lost on its
   * way; 0: not at all.
   */
  refreshGraceSeconds: number;
  /** Milliseconds that every answer of the two APIs waits; the specification's mock delay is 750, off by default. */
  delayMs: number;
  /** Whether the calls that take money go by their Idempotency-Key; off: as an older API, which ignores it. */
  honoursKeys: boolean;
  /** What is answered again under a key: successes alone (money M2.3), or the first answer whatever it was. */
  replays: (typeof REPLAYS)[number];
  /** A second request with a key waits so many milliseconds for the first one, before it is answered 409. */
  sameKeyWaitMs: number;
  /** Whether `GET /users/me/purchases` exists. */
  listsPurchases: boolean;
  /** Whether the API can end a transaction: `POST /store/order/cancel`, and by itself after 24 hours. */
  cancels: boolean;
  /**
   * Whether a purchase is bound to the price that the member saw, and an order to its payment. Off: as an older API,
   * which sells at whatever the price is, rounds it up to whole units, and says nothing of amounts and times.
   */
  bindsPrice: boolean;
  /** What the two APIs answer with (content-sets): the usual stories, odd ones, none, or very many. */
  contentSet: ContentSet;
  /** Where the site is: for links in mails, and for the domain of a wallet's message. */
  siteOrigin: string;
}

/** Everything that the calls share. */
export interface Services {
  db: Database;
  /** Milliseconds since 1970; tests put their own clock here. */
  now: () => number;
  /** The sandbox's own origin as a browser sees it, without a slash at the end. */
  origin: string;
  settings: Settings;
  /** Signs the tokens. */
  key: string;
  /** Folder of the attachments. */
  filesDir: string;
  intents: PaymentIntents;
  lock: KeyedLock;
  oneTime: OneTimePasswords;
}

/**
 * What keeps a keyed call's answer for its replay (keys.ts): statements that belong into the transaction that does the
 * work. `orderNumber`: `orderId` of the data is that of the order which this transaction makes.
 */
export type Keep = (data: unknown, orderNumber?: string) => Statement[];

/** What a call that takes or promises money knows of its request. */
export interface MoneyCall {
  memberId: number;
  /** Its Idempotency-Key, also where the sandbox does not go by it. */
  key: string | null;
  keep: Keep;
  /** When it came, milliseconds since 1970 by the sandbox's clock. */
  cameAt: number;
}

/** `member`, `sid` and `jti` are set by `authenticated` (tokens.ts), `money` by `onceForKey` (keys.ts). */
export type Env = {
  /** When the request came, by the sandbox's clock; and what is told of the fields of a multipart form. */
  Bindings: { cameAt: number; noteForm: (fields: Record<string, string>) => void };
  Variables: { member: Member; sid: string; jti: string; money: MoneyCall };
};
export type Call = Context<Env>;
