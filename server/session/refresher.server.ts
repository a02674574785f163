import { callApi } from "#server/api/api.server";
import { refreshSession } from "#server/api/auth.server";
import { ApiError } from "#server/errors/api-error";
import { Counter } from "prom-client";
import { defineMetric, metrics } from "#server/observe/metrics.server";
import { changeRecord, readRecord, type SessionRecord } from "./records.server";
import { newMessageId } from "#server/store/encryption.server";
import { expiredData, type SessionData, type SessionTokens, tokensOf, userOf } from "./session-data";
import { sessionStore } from "#server/store/stores.server";
import { clockAheadOf, expiryOf, isGood } from "./tokens";

/** The API calls that renew tokens, in an object so that tests can replace them. */
export const refreshCalls = {
  refreshAccess: async (bearer: string) => (await callApi("refreshAccessToken", { bearer })).accessToken,
  restoreSession: refreshSession,
  /** Returns whether a failure means that the API rejected the token. Timeouts and invalid responses do not. */
  isRejection: (error: unknown): boolean =>
    error instanceof ApiError && (error.kind === "business" || error.status === 401 || error.status === 403),
};

export const refreshLock = (key: string): string => `refresh:${key}`;

/** Maximum wait for another process's refresh. A token that is still stale then means that the API does not respond. */
const PATIENCE_MS = 2_500;

const REFRESHES = "soria_token_refreshes_total";
const outcomes = ["renewed", "restored", "rejected", "failed"] as const;

defineMetric(REFRESHES, (registers) => {
  const help = "Refreshes of access tokens, by outcome.";
  const counter = new Counter({ name: REFRESHES, help, labelNames: ["outcome"] as const, registers });
  for (const outcome of outcomes) counter.inc({ outcome }, 0);
});

function countRefresh(outcome: (typeof outcomes)[number]): void {
  const counter = metrics()?.registry.getSingleMetric(REFRESHES) as Counter<"outcome"> | undefined;
  counter?.inc({ outcome });
}

const underWay = new Map<string, Promise<SessionRecord | undefined>>();

/** An expired or rejected token: the access token, or the order service's. */
export type StaleToken = Pick<SessionTokens, "accessToken"> | Pick<SessionTokens, "ecAccessToken">;

/**
 * Replaces an expired or rejected token. Concurrent callers in one process share one call; processes are serialised
 * by a lock, which covers every use of the refresh token, because the API may rotate it.
 *
 * Renews the access token, or restores the session, which alone returns an order service token. If both fail, signs
 * the session out, but not for the order service token alone.
 *
 * @returns the current record; without tokens when this call signed it out, undefined when it is gone
 * @throws ApiError when the API does not respond or its response is invalid (the session stays as it is)
 */
export function refresh(key: string, stale: StaleToken): Promise<SessionRecord | undefined> {
  // The stale token is part of the key: a caller with an older token must not share the result for a newer one.
  const name = `${key} ${JSON.stringify(stale)}`;
  const renewal = underWay.get(name) ?? refreshAlone(key, stale).finally(() => underWay.delete(name));
  underWay.set(name, renewal);
  return renewal;
}

async function refreshAlone(key: string, stale: StaleToken): Promise<SessionRecord | undefined> {
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
    if (isRefreshGood && !patient)
      throw ApiError.noResponse("GET auth/refresh/access-token", 504, "a refresh elsewhere did not end");
    const renewal = isRefreshGood ? await renew(tokens, forOrders) : undefined;
    if (renewal) return changeRecord(record, renewal);
    return forOrders ? record : signOutExpired(record, tokens.refreshToken);
  });
}

/** Returns the change to the session; undefined when the API rejected the refresh token or its token is invalid. */
async function renew(
  tokens: SessionTokens,
  forOrders: boolean,
): Promise<((draft: SessionData) => void) | undefined> {
  if (!forOrders && expiryOf(tokens.accessToken) !== undefined) {
    const renewed = await unlessRejected(refreshCalls.refreshAccess(tokens.refreshToken));
    const clockAhead = renewed === undefined ? 0 : clockAheadOf(renewed);
    if (renewed !== undefined && isGood(renewed, 0, clockAhead)) {
      countRefresh("renewed");
      return (draft) => {
        if (!draft.tokens) return;
        draft.tokens.accessToken = renewed;
        if (clockAhead) draft.tokens.clockAhead = clockAhead;
        else delete draft.tokens.clockAhead;
      };
    }
  }
  const response = await unlessRejected(refreshCalls.restoreSession(tokens.refreshToken));
  if (response === undefined || !isGood(response.accessToken, 0, clockAheadOf(response.accessToken)))
    return undefined;
  countRefresh("restored");
  return (draft) => {
    // The session was ended meanwhile and must stay ended.
    if (!draft.tokens) return;
    draft.tokens = tokensOf(response);
    draft.user = userOf(response);
  };
}

/** Returns the result of an API call; undefined when the API rejected the token. */
async function unlessRejected<Data>(call: Promise<Data>): Promise<Data | undefined> {
  try {
    return await call;
  } catch (error) {
    if (refreshCalls.isRejection(error)) return undefined;
    countRefresh("failed");
    throw error;
  }
}

/** Signs out a session, unless another process has stored new tokens since (after this process's lock expired). */
async function signOutExpired(record: SessionRecord, rejected: string): Promise<SessionRecord | undefined> {
  const message = { id: newMessageId(), kind: "error", key: "errors:http.401" } as const;
  const after = await changeRecord(record, (draft) =>
    // Without tokens, another request has ended the session and left its own message.
    draft.tokens?.refreshToken === rejected ? expiredData(draft, message) : draft,
  );
  if (after && !after.data.tokens) countRefresh("rejected");
  return after;
}
