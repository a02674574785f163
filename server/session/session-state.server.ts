import * as clock from "#server/runtime/clock.server";
import type { AppLoadContext } from "@remix-run/node";
import { isDeepStrictEqual } from "node:util";
import { log } from "#server/observe/log.server";
import { cookieFor, noCookie, trialCookie } from "./cookie.server";
import {
  fitsGuestCookie,
  guestCookieFor,
  type GuestNote,
  newNote,
  noGuestCookie,
} from "./guest-session-cookie.server";
import { changeRecord, createRecord, readRecord, type SessionRecord, touchRecord } from "./records.server";
import { keyOf, ownerOf } from "#server/store/encryption.server";
import { type SessionData, type SessionUser } from "./session-data";
import type { RecordForm } from "./session-records";
import { reasonOf } from "#server/store/store";
import { isStoreUnavailable, StoreUnavailable } from "#server/errors/store-unavailable";
import { sessionStore } from "#server/store/stores.server";

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
 * The record or cookie behind one visitor's session during one request. A visitor with nothing to remember has no record
 * in the store and no cookie. What a guest is told while looking around is kept in their browser
 * (guest-session-cookie.server.ts); the first work makes a record, and the cookie with its id.
 *
 * Every method that waits throws StoreUnavailable when the store does not answer; the cookie stays as it is then.
 */
export class SessionState {
  #id: string | undefined;
  protected record: SessionRecord | undefined;
  /** The record went away while this request had it: nothing of this request may bring it back. */
  protected ended = false;
  /**
   * The key of a record that only a newer release can use: the visitor is a guest here. The record and the cookie with
   * its id stay, until the visitor signs in anew or out.
   */
  protected newerKey: string | undefined;
  /** Of a guest without a record. */
  #note: GuestNote | undefined;
  readonly #broughtNote: boolean;
  #cookie: string | undefined;
  #noteCookie: string | undefined;
  #trialCookie: string | undefined;
  #writes: Promise<void> = Promise.resolve();

  protected readonly request: Request;

  constructor(request: Request, { id, record, note, newerKey }: Brought = {}) {
    this.request = request;
    this.#id = id;
    this.record = record;
    this.#note = record ? undefined : note;
    this.#broughtNote = note !== undefined;
    this.newerKey = newerKey;
  }

  /** What is remembered, as this request knows it. Change it through `update`. */
  get data(): Readonly<SessionData> {
    return this.record?.data ?? this.#note?.data ?? {};
  }

  get user(): SessionUser | undefined {
    return this.isSignedIn ? this.data.user : undefined;
  }

  get isSignedIn(): boolean {
    return this.data.tokens !== undefined && this.data.user !== undefined;
  }

  /** Whether only a newer release can use this visitor's session: nothing here is done in the name of a member. */
  get needsNewerRelease(): boolean {
    return this.newerKey !== undefined;
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
    if (this.request.headers.has("Cookie")) return false;
    this.#trialCookie = trialCookie();
    return true;
  }

  /** The name under which the store knows this session; undefined when it has no record. Not secret. */
  get key(): string | undefined {
    return this.record?.key;
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
    await this.write(async () => {
      if (this.ended) return;
      if (this.record) return this.#change(this.record, change);
      const data = structuredClone(this.#note?.data ?? {});
      change(data);
      if (isDeepStrictEqual(data, this.#note?.data ?? {})) return;
      const isEmpty = Object.keys({ ...this.#note?.form.unread, ...data }).length === 0;
      if (isEmpty) return this.#dropNote();
      if (fitsGuestCookie(data)) return this.#keepNote(data);
      if (this.needsNewerRelease) throw new StoreUnavailable(NEEDS_NEWER);
      const reserved = this.#note?.id;
      if (await this.begin(data, this.#note?.form, reserved)) return;
      // Another request has begun the same session meanwhile.
      const record = reserved && (await readRecord(keyOf(reserved)));
      if (!record) return;
      await this.#take(reserved, record);
      await this.#change(record, change);
    });
  }

  /**
   * Runs `work` while no other request of this member (of this visitor, when nobody is signed in), in whichever
   * process, runs under the same name. What the session remembers is read anew first.
   */
  async exclusively<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const { user } = this;
    const reserved = this.#note?.id;
    const whose = user ? ownerOf(user.id) : (this.record?.key ?? (reserved && keyOf(reserved)));
    if (whose === undefined) return work();
    return sessionStore().withLock(`${name}:${whose}`, async () => {
      if (this.record) this.adopt(await readRecord(this.record.key));
      else if (reserved) {
        // Another request of this visitor may have begun the session while this one waited.
        const record = await readRecord(keyOf(reserved));
        if (record) await this.#take(reserved, record);
      }
      return work();
    });
  }

  /** Lets the session's life begin anew, now and then; an outage is no reason to refuse the request. */
  async stayAlive(): Promise<void> {
    const before = this.record;
    if (!before || !this.#id) return;
    try {
      const touched = await touchRecord(before);
      if (!touched) return;
      this.record = touched;
      if (touched.expiresAt !== before.expiresAt) await this.#setCookie(this.#id, touched);
    } catch (error) {
      if (!isStoreUnavailable(error)) throw error;
      log.warn({ reason: reasonOf(error) }, "a session's life could not be prolonged");
    }
  }

  /** @returns false when there is a session under this id already */
  protected async begin(data: SessionData, form?: RecordForm, id?: string): Promise<boolean> {
    const begun = await createRecord(data, id, form);
    if (begun) await this.#take(begun.id, begun.record);
    return begun !== undefined;
  }

  /** This is the session from now on. */
  async #take(id: string, record: SessionRecord): Promise<void> {
    this.#id = id;
    this.record = record;
    await this.#setCookie(id, record);
    this.#dropNote();
  }

  async #setCookie(id: string, { expiresAt }: SessionRecord): Promise<void> {
    this.#cookie = await cookieFor(id, expiresAt - clock.now());
  }

  async #change(record: SessionRecord, change: (draft: SessionData) => void): Promise<void> {
    // void: what an arrow function happens to return is not the new data.
    const changed = await changeRecord(record, (draft) => void change(draft));
    this.adopt(changed);
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

  protected adopt(record: SessionRecord | undefined): void {
    // Two loaders of one request may come here in any order: the newer record stays.
    if (record && this.record?.key === record.key && this.record.version > record.version) return;
    this.record = record;
    if (record) return;
    this.ended = true;
    // Whoever ended it has told the browser already.
    this.#cookie = undefined;
  }

  /** Takes the cookie away from the browser. */
  protected async dropCookie(): Promise<void> {
    this.#cookie = await noCookie();
  }

  /** Makes this a guest with nothing remembered; the store's record is the caller's to destroy. */
  protected async forget(): Promise<void> {
    await this.dropCookie();
    this.record = undefined;
    this.newerKey = undefined;
    this.#id = undefined;
    this.#dropNote();
  }

  /** The writes of one request's loaders, one after the other: two that begin a session must begin the same one. */
  protected write(work: () => Promise<void>): Promise<void> {
    const turn = this.#writes.then(work);
    // A failure is its caller's; the next write makes its own attempt.
    this.#writes = turn.catch(() => undefined);
    return turn;
  }
}
