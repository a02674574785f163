import * as clock from "#server/runtime/clock.server";
import { type Brought, SessionState } from "./session-state.server";
import type { SessionAnswer } from "#server/api/auth.server";
import { securityEvent } from "#server/observe/security.server";
import { addressOf } from "./redirects.server";
import { countryOf, deviceOf } from "./device";
import {
  endBeyondMost,
  endSession,
  endSessionsBut,
  leaveBehind,
  listSessions,
  type MemberSession,
} from "./member-sessions.server";
import { readRecord } from "./records.server";
import { refresh, type RefreshCalls, refreshLock, type StaleToken } from "./refresher.server";
import { newMessageId, ownerOf } from "#server/store/encryption.server";
import {
  type EndReason,
  type FlashMessage,
  type KeptFlash,
  type SessionTokens,
  type SessionUser,
  signedInData,
  withMessage,
} from "./session-data";
import { SignInNeeded } from "#server/errors/sign-in-needed.server";
import { sessionStore } from "#server/store/stores.server";
import type { TokenSource } from "#server/api/token-source";
import { isGood, REFRESH_EARLY_MS } from "./tokens";

/** One visitor's session during one request, shared by its loaders: who the visitor is, their tokens and messages. */
export class Session extends SessionState implements TokenSource {
  readonly #calls: RefreshCalls;
  readonly #taken = new Set<string>();

  constructor(request: Request, calls: RefreshCalls, brought: Brought = {}) {
    super(request, brought);
    this.#calls = calls;
  }

  /**
   * Makes the visitor a signed-in member, under a new session id. What stays of what was remembered before:
   * `signedInData`.
   */
  async signIn(answer: SessionAnswer): Promise<void> {
    await this.write(async () => {
      const before = this.record?.key ?? this.newerKey;
      const now = clock.now();
      const { headers } = this.request;
      const device = { ...deviceOf(headers.get("User-Agent")), ...countryOf(headers) };
      const signedIn = { at: now, lastUsed: now, ...device };
      await this.begin(signedInData(this.data, answer, signedIn));
      if (this.key) await endBeyondMost(ownerOf(answer.id), this.key);
      this.ended = false;
      if (before !== undefined) await sessionStore().destroy(before);
      this.newerKey = undefined;
    });
  }

  /** Forgets everything about the visitor here. Telling the API is the caller's. */
  async signOut(): Promise<void> {
    await this.write(async () => {
      const key = this.record?.key ?? this.newerKey;
      if (key !== undefined) await sessionStore().destroy(key);
      await this.forget();
    });
  }

  /** Keeps a message for the next page that is shown. */
  async flash(message: FlashMessage): Promise<void> {
    const kept = { ...message, id: newMessageId() };
    await this.update((draft) => {
      draft.flash = withMessage(draft.flash ?? [], kept);
    });
  }

  /**
   * The messages for the page that this request shows. They are forgotten when the page goes out
   * (`applySessionCookie`), so a redirect in between does not lose them.
   */
  async takeFlash(): Promise<KeptFlash[]> {
    const messages = this.data.flash ?? [];
    for (const { id } of messages) this.#taken.add(id);
    return messages;
  }

  /** Corrects what the session knows of the member, after a change that the API has accepted. */
  async setUser(change: Partial<SessionUser>): Promise<void> {
    await this.update((draft) => {
      if (draft.user) Object.assign(draft.user, change);
    });
  }

  /** See TokenSource. Refreshed from 30 s before its end. */
  async accessToken(): Promise<string | undefined> {
    const { accessToken: token, clockAhead } = this.data.tokens ?? {};
    if (token === undefined || isGood(token, REFRESH_EARLY_MS, clockAhead)) return token;
    return (await this.#replace({ accessToken: token }))?.accessToken;
  }

  /** See TokenSource. */
  async renew(stale: string): Promise<string | undefined> {
    const { accessToken: token, clockAhead } = this.data.tokens ?? {};
    if (token === undefined || (token !== stale && isGood(token, 0, clockAhead))) return token;
    return (await this.#replace({ accessToken: stale }))?.accessToken;
  }

  /**
   * Replaces the order service's token that has ended, with the whole session's.
   *
   * @returns the one of now, which may be the old one; undefined when the session has ended
   * @throws ApiError as `accessToken`
   */
  async renewOrderToken(stale: string): Promise<string | undefined> {
    return (await this.#replace({ ecAccessToken: stale }))?.ecAccessToken;
  }

  /**
   * See TokenSource: the way to the sign-in and back, with the message that the session has expired. For a form that
   * was on its way the way back is its page.
   */
  endedError(): SignInNeeded | undefined {
    return this.isSignedIn ? undefined : new SignInNeeded(this, addressOf(this.request), true);
  }

  /** Where the member is signed in; nowhere when nobody is. This session is the first. */
  async listAll(): Promise<MemberSession[]> {
    const { user, key } = this;
    return user && key !== undefined ? listSessions(ownerOf(user.id), key) : [];
  }

  /**
   * Ends another session of the member.
   *
   * @param mark as `listAll` has it
   * @returns false when there is none (any more)
   */
  async endOther(mark: string): Promise<boolean> {
    const { user, key } = this;
    if (!user || !(await endSession(ownerOf(user.id), mark, key))) return false;
    securityEvent("sessions-ended", { member: user.id, what: "elsewhere", count: 1 });
    return true;
  }

  /**
   * Ends all other sessions of the signed-in member, and gives this one a new id: whoever has a copy of its cookie is
   * out as well, and is told why. So is a member who has pressed twice, and whose browser threw the first answer away.
   *
   * @param reason which the others are told
   * @returns how many others there were
   * @throws SignInNeeded when another press has ended this session meanwhile: what took its place must not end by this
   */
  async endOthers(reason: EndReason): Promise<number> {
    const { user, key } = this;
    if (!user || key === undefined) return 0;
    await this.write(() =>
      // Tokens that another request is just renewing must not stay behind in the old record.
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

  /** Forgets the messages that this request's page shows. */
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

  /** Tells the visitor that a session has ended which this program cannot read, and takes its cookie away. */
  async endUnreadable(): Promise<void> {
    await this.dropCookie();
    await this.flash({ kind: "error", key: "errors:http.401" });
  }

  async #replace(stale: StaleToken): Promise<SessionTokens | undefined> {
    const key = this.record?.key;
    if (key === undefined) return undefined;
    this.adopt(await refresh(key, stale, this.#calls));
    return this.data.tokens;
  }
}
