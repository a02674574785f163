import type { AppLoadContext } from "@remix-run/node";
import { requireOwnOrigin } from "#server/protocol/csrf.server";
import { singleton } from "#server/runtime/singleton";
import { addressOf } from "./redirects.server";
import { sessionIdIn, setSessionCookies } from "./cookie.server";
import { readGuestState } from "./guest-session-cookie.server";
import { openRecord } from "./records.server";
import { keyOf } from "#server/store/encryption.server";
import { SignInNeeded } from "#server/errors/sign-in-needed.server";
import { ignoreOutage, StoreUnavailable } from "#server/errors/store-unavailable";
import { NEEDS_NEWER, type RequestArgs } from "./session-state.server";
import { Session } from "./visitor-session.server";

export { addressOf, invalidAccess, redirectPage, redirectTo } from "./redirects.server";
export type { FlashMessage, KeptFlash, SessionData, SessionUser } from "./session-data";
export { emailOfToken, isTokenOver } from "./tokens";
export type { Session } from "./visitor-session.server";

const openings = singleton("sessions-by-context", () => new WeakMap<AppLoadContext, Promise<Session>>());

/**
 * Returns the session of a request, the same object for all its loaders and its action. An unknown, expired or forged
 * cookie counts as none. Throws a 403 when another site sent the request.
 */
export async function getSession({ request, context }: RequestArgs): Promise<Session> {
  requireOwnOrigin(request);
  let opening = openings.get(context);
  if (!opening) {
    opening = open(request);
    openings.set(context, opening);
  }
  return opening;
}

async function open(request: Request): Promise<Session> {
  const id = await sessionIdIn(request.headers.get("Cookie"));
  const record = id ? await openRecord(keyOf(id)) : undefined;
  const note = readGuestState(request);
  if (record === "newer") return new Session(request, { note, newerKey: id && keyOf(id) });
  if (record === "unreadable") {
    const session = new Session(request, { note });
    await session.endUnreadable();
    return session;
  }
  const session = new Session(request, { id, record, note });
  await session.stayAlive();
  return session;
}

/**
 * Adds the session's changed cookies to a response, and deletes the messages that the page shows. entry.server calls
 * it for documents and data; a resource route that changes the session calls it itself, before it responds.
 */
export async function applySessionCookie(headers: Headers, context: AppLoadContext): Promise<void> {
  const session = await openings.get(context)?.catch(ignoreOutage);
  if (!session) return;
  // The page is ready. Showing the message twice is better than no page.
  await session.forgetTaken().catch(ignoreOutage);
  setSessionCookies(headers, session.setCookies);
}

/**
 * Returns the session of a signed-in member with a valid access token.
 *
 * @throws SignInNeeded; ApiError when the token had to be refreshed and the API did not respond; StoreUnavailable also
 * when only a newer release can use the session
 */
export async function requireMember({ request, context }: RequestArgs): Promise<Session> {
  const session = await getSession({ request, context });
  if (session.needsNewerRelease) throw new StoreUnavailable(NEEDS_NEWER);
  const wasSignedIn = session.isSignedIn || session.data.ended === true;
  if (session.isSignedIn && (await session.accessToken()) !== undefined) return session;
  throw new SignInNeeded(session, addressOf(request), wasSignedIn);
}
