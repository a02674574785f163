import type { SessionAnswer } from "#server/api/auth.server";
import type { AppLoadContext } from "@remix-run/node";
import { isDeepStrictEqual } from "node:util";
import { log } from "#server/observe/log.server";
import { securityEvent } from "#server/observe/security.server";
import * as clock from "#server/runtime/clock.server";
import { addressOf } from "./redirects.server";
import { cookieFor, noCookie, trialCookie } from "./cookie.server";
import { countryOf, deviceOf } from "./device";
import {
  fitsGuestCookie,
  guestCookieFor,
  type GuestNote,
  newNote,
  noGuestCookie,
} from "./guest-session-cookie.server";
import {
  endBeyondMost,
  endSession,
  endSessionsBut,
  leaveBehind,
  listSessions,
  type MemberSession,
} from "./member-sessions.server";
import { changeRecord, createRecord, readRecord, type SessionRecord, touchRecord } from "./records.server";
import { refresh, type RefreshCalls, refreshLock, type StaleToken } from "./refresher.server";
import { keyOf, newMessageId, ownerOf } from "#server/store/encryption.server";
import {
  type EndReason,
  type FlashMessage,
  type KeptFlash,
  type SessionData,
  type SessionTokens,
  type SessionUser,
  signedInData,
  withMessage,
} from "./session-data";
import { SignInNeeded } from "#server/errors/sign-in-needed.server";
import type { RecordForm } from "./session-records";
import { reasonOf } from "#server/store/store";
import { isStoreUnavailable, StoreUnavailable } from "#server/errors/store-unavailable";
import { sessionStore } from "#server/store/stores.server";
import type { TokenSource } from "#server/api/token-source";
import { isGood, REFRESH_EARLY_MS } from "./tokens";

export const NEEDS_NEWER = "the session needs a newer release";

export interface RequestArgs {
  request: Request;
  context: AppLoadContext;
}

/** What a request brings of its session. */
export interface Brought {
  id?: string | undefined;
  record?: SessionRecord | undefined;
  /** Of a guest who has no record. */
  note?: GuestNote | undefined;
  /** The key of a record that only a newer release can use. */
  newerKey?: string | undefined;
}

/**
 * One visitor's session during one request, shared by its loaders. A visitor with nothing to remember has no
 * record in the store and no cookie. What a guest is told while looking around is kept in their browser
 * (guest-cookie.server.ts); the first work makes a record, and the cookie with its id.
 *
 * Every method that waits throws StoreUnavailable when the store does not answer; the cookie stays as it is then.
 */
export class Session implements TokenSource {
  readonly #calls: RefreshCalls;
  #id: string | undefined;
  #record: SessionRecord | undefined;
  /** The record went away while this request had it: nothing of this request may bring it back. */
  #ended = false;
  /**
   * The key of a record that only a newer release can use: the visitor is a guest here. The record and the cookie with
   * its id stay, until the visitor signs in anew or out.
   */
  #newerKey: string | undefined;
  /** Of a guest without a record. */
  #note: GuestNote | undefined;
  readonly #broughtNote: boolean;
  #cookie: string | undefined;
  #noteCookie: string | undefined;
  #trialCookie: string | undefined;
  #taken = new Set<string>();
  #writes: Promise<void> = Promise.resolve();

  readonly #request: Request;

  constructor(request: Request, calls: RefreshCalls, { id, record, note, newerKey }: Brought = {}) {
    this.#request = request;
    this.#calls = calls;
    this.#id = id;
    this.#record = record;
    this.#note = record ? undefined : note;
    this.#broughtNote = note !== undefined;
    this.#newerKey = newerKey;
  }

  /** What is remembered, as this request knows it. Change it through `update`. */
  get data(): Readonly<SessionData> {
    return this.#record?.data ?? this.#note?.data ?? {};
  }

  get user(): SessionUser | undefined {
    return this.isSignedIn ? this.data.user : undefined;
  }

  get isSignedIn(): boolean {
    return this.data.tokens !== undefined && this.data.user !== undefined;
  }

  /** Whether only a newer release can use this visitor's session: nothing here is done in the name of a member. */
  get needsNewerRelease(): boolean {
    return this.#newerKey !== undefined;
  }

  /** The Set-Cookie headers that this request's answer has to carry. */
  get setCookies(): readonly string[] {
    return [this.#cookie, this.#noteCookie, this.#trialCookie].filter((cookie) => cookie !== undefined);
  }

  /**
   * Sets a cookie in a browser that has sent none, for a page whose form cannot do without.
   *
   * @returns whether it had sent none: if the form comes back without any too, the browser keeps none
   */
  tryCookies(): boolean {
    if (this.#request.headers.has("Cookie")) return false;
    this.#trialCookie = trialCookie();
    return true;
  }

  /** The name under which the store knows this session; undefined when it has no record. Not secret. */
  get key(): string | undefined {
    return this.#record?.key;
  }

  /**
   * Changes what is remembered, by compare and set: nothing that another request wrote is lost. Makes the record
   * and the cookie when there are none, and what is to be remembered does not fit a guest's cookie. Does nothing when
   * the session was signed out or expired meanwhile.
   *
   * @param change edits the draft in place; may be called again with newer data, so it must only edit
   * @throws StoreUnavailable also when a record has to be made, and the visitor has one that a newer release can use
   */
  async update(change: (draft: SessionData) => void): Promise<void> {
    await this.#write(async () => {
      if (this.#ended) return;
      if (this.#record) return this.#change(this.#record, change);
      const data = structuredClone(this.#note?.data ?? {});
      change(data);
      if (isDeepStrictEqual(data, this.#note?.data ?? {})) return;
      const isEmpty = Object.keys({ ...this.#note?.form.unread, ...data }).length === 0;
      if (isEmpty) return this.#dropNote();
      if (fitsGuestCookie(data)) return this.#keepNote(data);
      if (this.needsNewerRelease) throw new StoreUnavailable(NEEDS_NEWER);
      const reserved = this.#note?.id;
      if (await this.#begin(data, this.#note?.form, reserved)) return;
      // Another request has begun the same session meanwhile.
      const record = reserved && (await readRecord(keyOf(reserved)));
      if (!record) return;
      await this.#take(reserved, record);
      await this.#change(record, change);
    });
  }

  /**
   * Makes the visitor a signed-in member, under a new session id. What stays of what was remembered before:
   * `signedInData`.
   */
  async signIn(answer: SessionAnswer): Promise<void> {
    await this.#write(async () => {
      const before = this.#record?.key ?? this.#newerKey;
      const now = clock.now();
      const { headers } = this.#request;
      const device = { ...deviceOf(headers.get("User-Agent")), ...countryOf(headers) };
      const signedIn = { at: now, lastUsed: now, ...device };
      await this.#begin(signedInData(this.data, answer, signedIn));
      if (this.key) await endBeyondMost(ownerOf(answer.id), this.key);
      this.#ended = false;
      if (before !== undefined) await sessionStore().destroy(before);
      this.#newerKey = undefined;
    });
  }

  /** Forgets everything about the visitor here. Telling the API is the caller's. */
  async signOut(): Promise<void> {
    await this.#write(async () => {
      const key = this.#record?.key ?? this.#newerKey;
      if (key !== undefined) await sessionStore().destroy(key);
      this.#cookie = await noCookie();
      this.#record = undefined;
      this.#newerKey = undefined;
      this.#id = undefined;
      this.#dropNote();
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
    return this.isSignedIn ? undefined : new SignInNeeded(this, addressOf(this.#request), true);
  }

  /**
   * Runs `work` while no other request of this member (of this visitor, when nobody is signed in), in whichever
   * process, runs under the same name. What the session remembers is read anew first.
   */
  async exclusively<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const { user } = this;
    const reserved = this.#note?.id;
    const whose = user ? ownerOf(user.id) : (this.#record?.key ?? (reserved && keyOf(reserved)));
    if (whose === undefined) return work();
    return sessionStore().withLock(`${name}:${whose}`, async () => {
      if (this.#record) this.#adopt(await readRecord(this.#record.key));
      else if (reserved) {
        // Another request of this visitor may have begun the session while this one waited.
        const record = await readRecord(keyOf(reserved));
        if (record) await this.#take(reserved, record);
      }
      return work();
    });
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
    await this.#write(() =>
      // Tokens that another request is just renewing must not stay behind in the old record.
      sessionStore().withLock(refreshLock(key), async () => {
        const record = await readRecord(key);
        if (!record?.data.tokens) return this.#adopt(record);
        await this.#begin(record.data, record.form);
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
    const taken = this.#taken;
    if (taken.size === 0) return;
    this.#taken = new Set();
    await this.update((draft) => {
      const left = draft.flash?.filter(({ id }) => !taken.has(id)) ?? [];
      delete draft.ended;
      if (left.length > 0) draft.flash = left;
      else delete draft.flash;
    });
  }

  /** Tells the visitor that a session has ended which this program cannot read, and takes its cookie away. */
  async endUnreadable(): Promise<void> {
    this.#cookie = await noCookie();
    await this.flash({ kind: "error", key: "errors:http.401" });
  }

  /** Lets the session's life begin anew, now and then; an outage is no reason to refuse the request. */
  async stayAlive(): Promise<void> {
    const before = this.#record;
    if (!before || !this.#id) return;
    try {
      const touched = await touchRecord(before);
      if (!touched) return;
      this.#record = touched;
      if (touched.expiresAt !== before.expiresAt) await this.#setCookie(this.#id, touched);
    } catch (error) {
      if (!isStoreUnavailable(error)) throw error;
      log.warn({ reason: reasonOf(error) }, "a session's life could not be prolonged");
    }
  }

  async #replace(stale: StaleToken): Promise<SessionTokens | undefined> {
    const key = this.#record?.key;
    if (key === undefined) return undefined;
    this.#adopt(await refresh(key, stale, this.#calls));
    return this.data.tokens;
  }

  /** @returns false when there is a session under this id already */
  async #begin(data: SessionData, form?: RecordForm, id?: string): Promise<boolean> {
    const begun = await createRecord(data, id, form);
    if (begun) await this.#take(begun.id, begun.record);
    return begun !== undefined;
  }

  /** This is the session from now on. */
  async #take(id: string, record: SessionRecord): Promise<void> {
    this.#id = id;
    this.#record = record;
    await this.#setCookie(id, record);
    this.#dropNote();
  }

  async #setCookie(id: string, { expiresAt }: SessionRecord): Promise<void> {
    this.#cookie = await cookieFor(id, expiresAt - clock.now());
  }

  async #change(record: SessionRecord, change: (draft: SessionData) => void): Promise<void> {
    // void: what an arrow function happens to return is not the new data.
    const changed = await changeRecord(record, (draft) => void change(draft));
    this.#adopt(changed);
    if (changed && this.#id && changed.expiresAt !== record.expiresAt)
      await this.#setCookie(this.#id, changed);
  }

  #keepNote(data: SessionData): void {
    this.#note = newNote(data, this.#note);
    this.#noteCookie = guestCookieFor(this.#note);
  }

  #dropNote(): void {
    this.#note = undefined;
    this.#noteCookie = this.#broughtNote ? noGuestCookie() : undefined;
  }

  #adopt(record: SessionRecord | undefined): void {
    // Two loaders of one request may come here in any order: the newer record stays.
    if (record && this.#record?.key === record.key && this.#record.version > record.version) return;
    this.#record = record;
    if (record) return;
    this.#ended = true;
    // Whoever ended it has told the browser already.
    this.#cookie = undefined;
  }

  /** The writes of one request's loaders, one after the other: two that begin a session must begin the same one. */
  #write(work: () => Promise<void>): Promise<void> {
    const turn = this.#writes.then(work);
    // A failure is its caller's; the next write makes its own attempt.
    this.#writes = turn.catch(() => undefined);
    return turn;
  }
}
