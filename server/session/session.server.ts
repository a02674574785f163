/** Sessions as routes use them: the visitor's session, who must be a member, and the ways out with its cookie. */
import type { AppLoadContext } from "@remix-run/node";
import { requireOwnOrigin } from "#server/protocol/csrf.server";
import { singleton } from "#server/runtime/singleton";
import { addressOf } from "./redirects.server";
import { sessionIdOf, setSessionCookies } from "./cookie.server";
import { readGuestState } from "./guest-session-cookie.server";
import { openRecord } from "./records.server";
import { apiRefreshCalls } from "./refresh.server";
import type { RefreshCalls } from "./refresher.server";
import { keyOf } from "#server/store/encryption.server";
import { SignInNeeded } from "#server/errors/sign-in-needed.server";
import { isStoreUnavailable, StoreUnavailable } from "#server/errors/store-unavailable";
import { NEEDS_NEWER, type RequestArgs } from "./session-state.server";
import { Session } from "./visitor-session.server";

export { addressOf, invalidAccess, leaveTo, redirectTo } from "./redirects.server";
export type { FlashMessage, KeptFlash, SessionData, SessionUser } from "./session-data";
export { emailOfToken, isTokenOver } from "./tokens";
export type { Session } from "./visitor-session.server";

type Opening = Promise<{ session: Session } | { unavailable: StoreUnavailable }>;
const openings = singleton("sessions-by-context", () => new WeakMap<AppLoadContext, Opening>());
let refreshCalls = apiRefreshCalls;

/** Replaces the API calls that renew tokens, for tests of the session alone; without an argument, the API's are back. */
export function configureRefresh(calls: RefreshCalls = apiRefreshCalls): void {
  refreshCalls = calls;
}

/**
 * The session of a request: one and the same for all its loaders and its action. A cookie that is unknown,
 * expired or tampered with counts as none.
 *
 * @throws Response 403 when another site sent the request (requireOwnOrigin)
 * @throws StoreUnavailable; without a session cookie the store is not asked
 */
export async function getSession({ request, context }: RequestArgs): Promise<Session> {
  requireOwnOrigin(request);
  let opening = openings.get(context);
  if (!opening) {
    opening = open(request).then(
      (session) => ({ session }),
      (error: unknown) => {
        if (isStoreUnavailable(error)) return { unavailable: error };
        throw error;
      },
    );
    openings.set(context, opening);
  }
  const opened = await opening;
  if ("unavailable" in opened) throw opened.unavailable;
  return opened.session;
}

async function open(request: Request): Promise<Session> {
  const id = await sessionIdOf(request);
  const record = id ? await openRecord(keyOf(id)) : undefined;
  const note = readGuestState(request);
  if (!record) return new Session(request, refreshCalls, { note });
  if (record === "newer") return new Session(request, refreshCalls, { note, newerKey: id && keyOf(id) });
  if (record === "unreadable") {
    const session = new Session(request, refreshCalls, { note });
    await session.endUnreadable();
    return session;
  }
  const session = new Session(request, refreshCalls, { id, record, note });
  await session.stayAlive();
  return session;
}

/**
 * Puts the session's cookie, when it changed, on an answer, and forgets the messages that the page shows.
 * entry.server calls it for documents and data; a resource route that changes the session calls it itself. Wait
 * for it, so that the visitor's next request cannot be faster.
 */
export async function applySessionCookie(headers: Headers, context: AppLoadContext): Promise<void> {
  const opened = await openings.get(context);
  if (!opened || "unavailable" in opened) return;
  const { session } = opened;
  try {
    await session.forgetTaken();
  } catch (error) {
    // The page is ready; the visitor sees the message once more, which is better than no page.
    if (!isStoreUnavailable(error)) throw error;
  }
  setSessionCookies(headers, session.setCookies);
}

/**
 * The session of a signed-in member, whose access token is good.
 *
 * @throws SignInNeeded: the visitor is led to /sign-in, which leads back here, in place of this page in the history;
 * when the session has just expired, the sign-in page says so
 * @throws ApiError when the token had to be refreshed and the API did not answer
 * @throws StoreUnavailable as `getSession`; also when only a newer release can use the session: another machine may
 */
export async function requireMember({ request, context }: RequestArgs): Promise<Session> {
  const session = await getSession({ request, context });
  if (session.needsNewerRelease) throw new StoreUnavailable(NEEDS_NEWER);
  const wasSignedIn = session.isSignedIn || session.data.ended === true;
  if (session.isSignedIn && (await session.accessToken()) !== undefined && session.isSignedIn) return session;
  throw new SignInNeeded(session, addressOf(request), wasSignedIn);
}
