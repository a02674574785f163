import * as clock from "#server/runtime/clock.server";
import type { AppLoadContext } from "@remix-run/node";
import type { SignInResponse } from "#server/api/auth.server";
import type { TokenSource } from "#server/api/token-source";
import { SignInNeeded } from "#server/errors/sign-in-needed.server";
import { ignoreOutage, StoreUnavailable } from "#server/errors/store-unavailable";
import { securityEvent } from "#server/observe/security.server";
import { requireOwnOrigin } from "#server/protocol/csrf.server";
import { keyOf, newMessageId, ownerOf } from "#server/store/encryption.server";
import { sessionStore } from "#server/store/stores.server";
import { sessionIdIn, setSessionCookies } from "./cookie.server";
import { countryOf, deviceOf } from "./device";
import { readGuestState } from "./guest-session-cookie.server";
import {
  endBeyondMost,
  endSession,
  endSessionsBut,
  leaveBehind,
  listSessions,
  listSignIn,
  tellOfDevice,
} from "./member-sessions.server";
import { openRecord, readRecord } from "./records.server";
import { requestPath } from "./redirects.server";
import { refresh, refreshLock, type StaleToken } from "./refresher.server";
import {
  type EndReason,
  type FlashMessage,
  type StoredFlash,
  type SessionTokens,
  type SessionUser,
  signedInData,
  withMessage,
} from "./session-data";
import { NEEDS_NEWER, type RequestArgs, SessionState } from "./session-state.server";
import { isGood, REFRESH_EARLY_MS } from "./tokens";

export { requestPath, invalidAccess, redirectPage, redirectTo } from "./redirects.server";
export type { FlashMessage, StoredFlash, SessionData, SessionUser } from "./session-data";
export { isAboutSession } from "./session-data";
export { emailOfToken, isTokenOver } from "./tokens";

/** Session of one visitor during one request, shared by its loaders: identity, tokens and messages. */
export class Session extends SessionState implements TokenSource {
  readonly #taken = new Set<string>();
  readonly #onSend: (() => Promise<unknown>)[] = [];

  /** Signs the member in under a new session id. */
  async signIn(response: SignInResponse): Promise<void> {
    await this.write(async () => {
      const before = this.record?.key ?? this.newerKey;
      const now = clock.now();
      const { headers } = this.request;
      const device = { ...deviceOf(headers.get("User-Agent")), ...countryOf(headers) };
      const signedIn = { at: now, lastUsed: now, ...device };
      await this.begin(signedInData(this.data, response, signedIn));
      if (this.key) await endBeyondMost(ownerOf(response.id), this.key);
      this.ended = false;
      if (before !== undefined) await sessionStore().destroy(before);
      if (this.key) await tellOfDevice(ownerOf(response.id), this.key, signedIn);
      if (this.key) await listSignIn(ownerOf(response.id), signedIn);
      this.newerKey = undefined;
    });
  }

  /** Destroys the session and its cookies. The caller informs the API. */
  async signOut(): Promise<void> {
    await this.write(async () => {
      const key = this.record?.key ?? this.newerKey;
      if (key !== undefined) await sessionStore().destroy(key);
      await this.forget();
    });
  }

  async flash(message: FlashMessage): Promise<void> {
    const flashed = { ...message, id: newMessageId() };
    await this.update((draft) => {
      draft.flash = withMessage(draft.flash ?? [], flashed);
    });
  }

  /** Returns the messages for this request's page. `applySessionCookie` deletes them when the page is sent. */
  async takeFlash(): Promise<StoredFlash[]> {
    const messages = this.data.flash ?? [];
    for (const { id } of messages) this.#taken.add(id);
    return messages;
  }

  /** Runs work once the page of this request is ready to be sent: not for a redirect, or a response that is dropped. */
  onSend(work: () => Promise<unknown>): void {
    this.#onSend.push(work);
  }

  /** Runs the work of `onSend`, unless nobody gets the page. */
  async sending(): Promise<void> {
    const { method, signal } = this.request;
    if (method === "HEAD" || signal.aborted) return;
    for (const work of this.#onSend.splice(0)) await work();
  }

  async setUser(change: Partial<SessionUser>): Promise<void> {
    await this.update((draft) => {
      if (draft.user) Object.assign(draft.user, change);
    });
  }

  /** See TokenSource. Refreshes a token that expires within 30 s. */
  async accessToken(): Promise<string | undefined> {
    const { accessToken: token, clockAhead } = this.data.tokens ?? {};
    if (token === undefined || isGood(token, REFRESH_EARLY_MS, clockAhead)) return token;
    return (await this.#replace({ accessToken: token }))?.accessToken;
  }

  /** See TokenSource. Replaces a token that the API refused. */
  async renew(stale: string): Promise<string | undefined> {
    return (await this.#replace({ accessToken: stale }))?.accessToken;
  }

  /** Replaces an expired order service token. Returns the current one, perhaps the old; undefined without a session. */
  async renewOrderToken(stale: string): Promise<string | undefined> {
    return (await this.#replace({ ecAccessToken: stale }))?.ecAccessToken;
  }

  /** See TokenSource. Redirects to the sign-in, and from there back to this page, or the page of a submitted form. */
  endedError(): SignInNeeded | undefined {
    return this.isSignedIn ? undefined : new SignInNeeded(this, requestPath(this.request), true);
  }

  async listAll() {
    const { user, key } = this;
    return user && key !== undefined ? listSessions(ownerOf(user.id), key) : [];
  }

  /** See endSession. */
  async endOther(mark: string): Promise<boolean> {
    const { user, key } = this;
    if (!user || !(await endSession(ownerOf(user.id), mark, key))) return false;
    securityEvent("sessions-ended", { member: user.id, what: "elsewhere", count: 1 });
    return true;
  }

  /**
   * Ends all other sessions of the member, and returns their number. Gives this one a new id, so that a stolen copy of
   * its cookie stops working.
   *
   * @throws SignInNeeded when a concurrent request has ended this session: it must not end its successor
   */
  async endOthers(reason: EndReason): Promise<number> {
    const { user, key } = this;
    if (!user || key === undefined) return 0;
    await this.write(() =>
      // Prevents a concurrent refresh from leaving new tokens in the old record.
      sessionStore().withLock(refreshLock(key), async () => {
        const record = await readRecord(key);
        if (!record?.data.tokens) return this.adopt(record);
        await this.begin(record.data, record.form);
        await leaveBehind(record, reason);
      }),
    );
    const ended = this.endedError();
    if (ended) throw ended;
    const others = await endSessionsBut(ownerOf(user.id), this.key, reason);
    if (others > 0) securityEvent("sessions-ended", { member: user.id, what: reason, count: others });
    return others;
  }

  /** Deletes the messages that this request's page shows, and the `ended` flag that such a message explains. */
  async forgetTaken(): Promise<void> {
    const taken = new Set(this.#taken);
    if (taken.size === 0) return;
    this.#taken.clear();
    await this.update((draft) => {
      const left = draft.flash?.filter(({ id }) => !taken.has(id)) ?? [];
      delete draft.ended;
      if (left.length > 0) draft.flash = left;
      else delete draft.flash;
    });
  }

  async endUnreadable(): Promise<void> {
    await this.dropCookie();
    await this.flash({ kind: "error", key: "errors:http.401" });
  }

  async #replace(stale: StaleToken): Promise<SessionTokens | undefined> {
    const key = this.record?.key;
    if (key === undefined) return undefined;
    this.adopt(await refresh(key, stale));
    return this.data.tokens;
  }
}

const sessions = new WeakMap<AppLoadContext, Promise<Session>>();

/**
 * Returns the session of a request, the same object for all its loaders and its action. An unknown, expired or forged
 * cookie counts as none. Throws a 403 when another site sent the request.
 */
export async function getSession({ request, context }: RequestArgs): Promise<Session> {
  requireOwnOrigin(request);
  const session = sessions.get(context) ?? open(request);
  sessions.set(context, session);
  return session;
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
  const session = await sessions.get(context)?.catch(ignoreOutage);
  if (!session) return;
  // The page is ready. Showing the message twice is better than no page.
  await session.forgetTaken().catch(ignoreOutage);
  await session.sending().catch(ignoreOutage);
  setSessionCookies(headers, session.setCookies);
}

/** @throws SignInNeeded; ApiError when a refresh was needed and the API did not respond; StoreUnavailable */
export async function requireMember({ request, context }: RequestArgs): Promise<Session> {
  const session = await getSession({ request, context });
  if (session.needsNewerRelease) throw new StoreUnavailable(NEEDS_NEWER);
  const wasSignedIn = session.isSignedIn || session.data.ended === true;
  if (session.isSignedIn && (await session.accessToken()) !== undefined) return session;
  throw new SignInNeeded(session, requestPath(request), wasSignedIn);
}
