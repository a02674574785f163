/**
 * Limits of everything that the store keeps. A record's kind is the part of its key before the colon; a session's key
 * has none. `sessionStore()` refuses to create a record of any other kind, so that a new kind needs a limit here.
 * docs/limits.md#records is generated from this table (`npm run budgets`).
 */
export const guestLimits = {
  /** Sessions of guests in the store. Most guests need none: their cookie holds what they have begun. */
  all: 5_000,
  /** Sessions of guests per IP address, or /48 of IPv6: a school or a mobile network has many visitors behind one. */
  perAddress: 200,
};

export interface RecordLimit {
  what: string;
  /** How many there can be, and for how long. */
  limit: string;
  past: string;
  /** Name that counts what is beyond the limit; undefined where another limit keeps it from happening. */
  metric?: string;
}

export const recordLimits = {
  session: {
    what: "a guest's session with work in it (a large text, a picture, a sign-up after its first step)",
    limit: `${guestLimits.all.toLocaleString("en")} in all, ${guestLimits.perAddress} per address or /48; a day after the last use`,
    past: "the oldest one of the address with the most data is evicted",
    metric: "guest-sessions",
  },
  sent: {
    what: "the result of a submitted form, so that it takes effect once",
    limit: "a day; created after the API accepted the form, within the form's rate limit",
    past: "429",
  },
  "purchases-watched": {
    what: "members whose purchases the background reconciliation looks after",
    limit: "16 records of 500 members each; 30 days after the last change",
    past: "the oldest member is dropped; their own visits look after them",
  },
  "purchases-swept": {
    what: "when the purchases were swept last",
    limit: "one; half an hour",
    past: "the next process sweeps",
  },
  purchases: {
    what: "a member's purchases",
    limit: "one per member, with 50 unfinished and 200 ended purchases; see docs/purchases.md",
    past: "a message to finish one",
  },
  "sign-ins": {
    what: "when and with which browser a member signed in",
    limit: "one per member, with 50 sign-ins of the last 90 days (about 5 kB); deleted with the account",
    past: "the oldest sign-in is dropped",
  },
  calendar: {
    what: "the secret of a member's calendar address",
    limit: "one per member; 90 days after a calendar last read it; deleted with the account",
    past: "a new address replaces the old one",
  },
} satisfies Record<string, RecordLimit>;

export type RecordKind = keyof typeof recordLimits;

/** Returns the kind of a record or a lock: the part of its key before the colon. The rest belongs to one visitor. */
export const kindOf = (key: string): string => /^([a-z-]{1,40}):/.exec(key)?.[1] ?? "session";

/** Returns the kind of a record by its key. @throws Error for a kind without a limit */
export function recordKindOf(key: string): RecordKind {
  const kind = kindOf(key);
  if (!Object.hasOwn(recordLimits, kind))
    throw new Error(`Records "${kind}" have no limit (record-limits.ts).`);
  return kind as RecordKind;
}
