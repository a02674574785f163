import type { Context } from "hono";
import type { ContentSet } from "./content-sets";
import type { Database } from "./database";
import type { KeyedLock } from "./lock";
import type { Member } from "./members";
import type { PaymentIntents } from "./stripe/stand-in";

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
  /** Whether the four calls that take money go by their Idempotency-Key; off: as an older API, which ignores it. */
  honoursKeys: boolean;
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
}

/** Set by `authenticated` (tokens.ts). */
export type Env = { Variables: { member: Member; sid: string; jti: string } };
export type Call = Context<Env>;
