import type { Context } from "hono";
import type { ContentSet } from "./content-sets";
import type { Database, Statement } from "./database";
import type { KeyedLock } from "./lock";
import type { Member } from "./members";
import type { OneTimePasswords } from "./one-time";
import type { PaymentIntents } from "./stripe/stand-in";

export const REPLAYS = ["successes", "all"] as const;

/** Settings that PUT /__settings changes at runtime. */
export interface Settings {
  /** Lifetime of access tokens, in seconds. */
  accessTokenSeconds: number;
  /** Lifetime of refresh tokens, in seconds. */
  refreshTokenSeconds: number;
  /** Seconds that a used refresh token stays valid, in case the response was lost; 0 for none. */
  refreshGraceSeconds: number;
  /** Delay of every response of both APIs, in ms. The specification's mock delay is 750; the default is 0. */
  delayMs: number;
  /** Whether calls that take money respect their Idempotency-Key. Off: ignore it, as older APIs do. */
  honoursKeys: boolean;
  /** Responses to replay for a repeated key: only successes (money M2.3), or the first response in any case. */
  replays: (typeof REPLAYS)[number];
  /** How long a repeated request waits for the first one with its key, in ms, before it gets HTTP 409. */
  sameKeyWaitMs: number;
  /** Whether `GET /users/me/purchases` exists. */
  listsPurchases: boolean;
  /** Whether the API ends open transactions: by `POST /store/order/cancel`, and by itself after 24 hours. */
  cancels: boolean;
  /**
   * Whether a purchase is bound to the displayed price, and an order to its payment. Off, as in older APIs: sells at
   * the current price, rounds it up to whole units, and returns no amounts and times.
   */
  bindsPrice: boolean;
  /** Content of both APIs (content-sets): usual, odd, empty or huge. */
  contentSet: ContentSet;
  /** Origin of the site, for links in mails and the domain of wallet messages. */
  siteOrigin: string;
}

/** Dependencies of the API calls. */
export interface Services {
  db: Database;
  /** Current time in epoch ms; tests replace it. */
  now: () => number;
  /** Origin of the sandbox as browsers see it, without a trailing slash. */
  origin: string;
  settings: Settings;
  /** Key that signs the tokens. */
  key: string;
  /** Folder of the attachments. */
  filesDir: string;
  intents: PaymentIntents;
  lock: KeyedLock;
  oneTime: OneTimePasswords;
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
