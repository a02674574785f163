import type { SessionAnswer } from "#server/api/auth.server";
import { Counter } from "prom-client";
import { defineMetric } from "#server/observe/metrics.server";
import { singleton } from "#server/runtime/singleton";
import { changeRecord, readRecord, type SessionRecord } from "./records.server";
import { newMessageId } from "#server/store/encryption.server";
import { expiredData, type SessionData, type SessionTokens, tokensOf, userOf } from "./session-data";
import { sessionStore } from "#server/store/stores.server";
import { clockAheadOf, expiryOf, isGood } from "./tokens";

/** How the tokens are renewed: the two calls, and what their failures mean. */
export interface RefreshCalls {
  /** GET auth/refresh/access-token. @returns the new access token */
  refreshAccess(refreshToken: string): Promise<string>;
  /** GET auth/refresh/session */
  restoreSession(refreshToken: string): Promise<SessionAnswer>;
  /** Whether a failure says that the token is no good; others (no answer, nonsense) say nothing about it. */
  isRejection(error: unknown): boolean;
  /** The failure of a request that has waited in vain for another process's refresh. */
  noResponse(): unknown;
}

/** The lock under which a session's tokens are replaced. */
export const refreshLock = (key: string): string => `refresh:${key}`;

/** Past this wait for another process's refresh, a token that is still stale means: the API does not answer. */
const PATIENCE_MS = 2_500;

interface RefreshCounts {
  renewed: number;
  restored: number;
  rejected: number;
  failed: number;
}

/** Refreshes of this process since its start, by outcome, for the metrics. */
const refreshCounts = singleton("refresh-counts", (): RefreshCounts => {
  return { renewed: 0, restored: 0, rejected: 0, failed: 0 };
});

defineMetric(
  "soria_token_refreshes_total",
  (registers) =>
    new Counter({
      name: "soria_token_refreshes_total",
      help: "Refreshes of access tokens, by outcome.",
      labelNames: ["outcome"] as const,
      registers,
      collect() {
        this.reset();
        for (const [outcome, count] of Object.entries(refreshCounts)) this.inc({ outcome }, Number(count));
      },
    }),
);

const underWay = singleton("refreshes", () => new Map<string, Promise<SessionRecord | undefined>>());

/** The token of a session that has ended or was refused: the access token, or the one for the order service. */
export type StaleToken = Pick<SessionTokens, "accessToken"> | Pick<SessionTokens, "ecAccessToken">;

/**
 * Replaces a token that has ended or was refused. However many requests ask at once, in however many processes, the
 * API is asked once: requests of one process share the answer, processes take turns by the store's lock and look
 * first whether the token was replaced meanwhile. There is one lock for all that uses a session's refresh token,
 * because the API may give a new one with each use and refuse the old one from then on.
 *
 * The access token is renewed by auth/refresh/access-token; when that is refused, or the old one was unreadable,
 * the session is restored by auth/refresh/session, which is the only call that brings a token for the order service.
 * When nothing helps, the session is signed out: it keeps its messages, with one that says so (errors:http.401), and
 * nothing of the member. For the order service's token alone nobody is signed out.
 *
 * @param key of the session
 * @param stale the token to replace
 * @returns the record as it is now; without tokens when it was signed out here, undefined when it is gone
 * @throws ApiError when the API could not be reached or answered nonsense (the session stays as it is)
 * @throws StoreUnavailable
 */
export function refresh(
  key: string,
  stale: StaleToken,
  calls: RefreshCalls,
): Promise<SessionRecord | undefined> {
  // By token too: a request that holds an older token must not get the answer about a newer one.
  const name = `${key} ${JSON.stringify(stale)}`;
  let renewal = underWay.get(name);
  if (!renewal) {
    renewal = refreshAlone(key, stale, calls).finally(() => underWay.delete(name));
    underWay.set(name, renewal);
  }
  return renewal;
}

async function refreshAlone(
  key: string,
  stale: StaleToken,
  calls: RefreshCalls,
): Promise<SessionRecord | undefined> {
  const asked = performance.now();
  return sessionStore().withLock(refreshLock(key), async () => {
    const record = await readRecord(key);
    const tokens = record?.data.tokens;
    if (!record || !tokens) return record;
    const forOrders = "ecAccessToken" in stale;
    const [now, before] = forOrders
      ? [tokens.ecAccessToken, stale.ecAccessToken]
      : [tokens.accessToken, stale.accessToken];
    const isRefreshGood = isGood(tokens.refreshToken, 0, tokens.clockAhead);
    if (now !== before && isGood(now, 0, tokens.clockAhead)) return record;
    const patient = performance.now() - asked <= PATIENCE_MS;
    if (isRefreshGood && !patient) throw calls.noResponse();
    const renewal = isRefreshGood ? await renew(tokens, forOrders, calls) : undefined;
    if (renewal) return changeRecord(record, renewal);
    return forOrders ? record : signOutExpired(record, tokens.refreshToken);
  });
}

type Change = (draft: SessionData) => void;

/** @returns what to change in the session; undefined when its refresh token is worth nothing any more */
async function renew(
  tokens: SessionTokens,
  forOrders: boolean,
  calls: RefreshCalls,
): Promise<Change | undefined> {
  if (!forOrders && expiryOf(tokens.accessToken) !== undefined) {
    const renewed = await unlessRejected(calls, () => calls.refreshAccess(tokens.refreshToken));
    const clockAhead = renewed === undefined ? 0 : clockAheadOf(renewed);
    if (renewed !== undefined && isGood(renewed, 0, clockAhead)) {
      refreshCounts.renewed += 1;
      return (draft) => {
        if (!draft.tokens) return;
        draft.tokens.accessToken = renewed;
        if (clockAhead) draft.tokens.clockAhead = clockAhead;
        else delete draft.tokens.clockAhead;
      };
    }
  }
  const answer = await unlessRejected(calls, () => calls.restoreSession(tokens.refreshToken));
  if (answer === undefined || !isGood(answer.accessToken, 0, clockAheadOf(answer.accessToken)))
    return undefined;
  refreshCounts.restored += 1;
  return (draft) => {
    // Without tokens the session was ended meanwhile, and stays so.
    if (!draft.tokens) return;
    draft.tokens = tokensOf(answer);
    draft.user = userOf(answer);
  };
}

/** @returns undefined when the API refused the token */
async function unlessRejected<Answer>(
  calls: RefreshCalls,
  call: () => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await call();
  } catch (error) {
    if (calls.isRejection(error)) return undefined;
    refreshCounts.failed += 1;
    throw error;
  }
}

/**
 * Signs out a session whose refresh token was refused, and only that one: tokens that came by another way meanwhile
 * (the lock of a process that was held up has lapsed) are not what was refused, and stay.
 */
async function signOutExpired(record: SessionRecord, rejected: string): Promise<SessionRecord | undefined> {
  const message = { id: newMessageId(), kind: "error", key: "errors:http.401" } as const;
  const after = await changeRecord(record, (draft) =>
    // Without tokens the session was ended meanwhile, by a request that has said so.
    draft.tokens?.refreshToken === rejected ? expiredData(draft, message) : draft,
  );
  if (after && !after.data.tokens) refreshCounts.rejected += 1;
  return after;
}
