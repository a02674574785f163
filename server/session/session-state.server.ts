import * as clock from "#server/runtime/clock.server";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { isDeepStrictEqual } from "node:util";
import { log } from "#server/observe/log.server";
import { cookieFor, noCookie, trialCookie } from "./cookie.server";
import {
  fitsGuestCookie,
  guestCookieFor,
  type GuestNote,
  noGuestCookie,
} from "./guest-session-cookie.server";
import { changeRecord, createRecord, readRecord, type SessionRecord, touchRecord } from "./records.server";
import { keyOf, newSessionId, ownerOf } from "#server/store/encryption.server";
import type { SessionData, SessionUser } from "./session-data";
import { ownForm, type RecordForm } from "./session-records";
import { reasonOf } from "#server/store/store";
import { isStoreUnavailable, StoreUnavailable } from "#server/errors/store-unavailable";
import { sessionStore } from "#server/store/stores.server";

export const NEEDS_NEWER = "the session needs a newer release";

export type RequestArgs = Pick<LoaderFunctionArgs, "request" | "context">;

/** What the cookies of a request refer to. */
interface Brought {
  id?: string | undefined;
  record?: SessionRecord | undefined;
  /** State of a guest without a record. */
  note?: GuestNote | undefined;
  /** Key of a record that only a newer release can use (docs/decisions/0032-two-releases.md). */
  newerKey?: string | undefined;
}

/**
 * The record or cookie of one visitor's session during one request. Methods that use the store throw StoreUnavailable
 * (except `stayAlive`). No session cookie is deleted then.
 */
export class SessionState {
  #id: string | undefined;
  protected record: SessionRecord | undefined;
  /** The record disappeared during this request, which must not recreate it. */
  protected ended = false;
  /** See `Brought`. The visitor is a guest here. Record and cookie stay until they sign in again or out. */
  protected newerKey: string | undefined;
  #note: GuestNote | undefined;
  readonly #broughtNote: boolean;
  #cookie: string | undefined;
  #noteCookie: string | undefined;
  #trialCookie: string | undefined;
  #writes: Promise<void> = Promise.resolve();

  constructor(
    protected readonly request: Request,
    { id, record, note, newerKey }: Brought,
  ) {
    this.#id = id;
    this.record = record;
    this.#note = record ? undefined : note;
    this.#broughtNote = note !== undefined;
    this.newerKey = newerKey;
  }

  /** Change it with `update`. */
  get data(): Readonly<SessionData> {
    return this.record?.data ?? this.#note?.data ?? {};
  }

  get user(): SessionUser | undefined {
    return this.isSignedIn ? this.data.user : undefined;
  }

  /** Hash that names the signed-in member in the store. */
  get owner(): string | undefined {
    return this.user && ownerOf(this.user.id);
  }

  get isSignedIn(): boolean {
    return this.data.tokens !== undefined && this.data.user !== undefined;
  }

  /** Whether only a newer release can use the session. This release must not act for the member then. */
  get needsNewerRelease(): boolean {
    return this.newerKey !== undefined;
  }

  get setCookies(): readonly string[] {
    return [this.#cookie, this.#noteCookie, this.#trialCookie].filter((cookie) => cookie !== undefined);
  }

  /** Whether the request has any cookie. */
  get sentCookies(): boolean {
    return this.request.headers.has("Cookie");
  }

  /** Sets a trial cookie if the browser sent none, and returns whether. */
  tryCookies(): boolean {
    if (this.sentCookies) return false;
    this.#trialCookie = trialCookie();
    return true;
  }

  /** Store key of the session; undefined without a record. Not secret. */
  get key(): string | undefined {
    return this.record?.key;
  }

  /**
   * Changes the session data by compare and set. Creates a record when the data no longer fits a guest's cookie. Does
   * nothing if the session was signed out or has expired meanwhile.
   *
   * @param change edits the draft in place; called again after a conflict, so it must have no other effect
   * @throws StoreUnavailable also when a record is needed and only a newer release can use the visitor's
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
      // A concurrent request has created the same session.
      const record = reserved && (await readRecord(keyOf(reserved)));
      if (!record) return;
      await this.#take(reserved, record);
      await this.#change(record, change);
    });
  }

  /**
   * Reads the session again and runs `work` under a lock of all processes, one per name and member, or session of a
   * guest. Without a record or guest state there is no lock.
   */
  async exclusively<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const { user } = this;
    const reserved = this.#note?.id;
    const whose = user ? ownerOf(user.id) : (this.record?.key ?? (reserved && keyOf(reserved)));
    if (whose === undefined) return work();
    return sessionStore().withLock(`${name}:${whose}`, async () => {
      if (this.record) this.adopt(await readRecord(this.record.key));
      else if (reserved) {
        // Another request of the visitor may have created the session during the wait.
        const record = await readRecord(keyOf(reserved));
        if (record) await this.#take(reserved, record);
      }
      return work();
    });
  }

  /** See touchRecord. An outage of the store does not fail the request. */
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

  /** Creates a record for this session; false when one with this id exists already. */
  protected async begin(data: SessionData, form?: RecordForm, id?: string): Promise<boolean> {
    const begun = await createRecord(data, id, form);
    if (begun) await this.#take(begun.id, begun.record);
    return begun !== undefined;
  }

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
    // `void` discards the value of an arrow function, which changeRecord would take as the new data.
    const changed = await changeRecord(record, (draft) => void change(draft));
    this.adopt(changed);
    if (changed && this.#id && changed.expiresAt !== record.expiresAt)
      await this.#setCookie(this.#id, changed);
  }

  #keepNote(data: SessionData): void {
    const { id, form } = this.#note ?? { id: newSessionId(), form: ownForm };
    this.#note = { id, form, data };
    this.#noteCookie = guestCookieFor(this.#note);
  }

  #dropNote(): void {
    this.#note = undefined;
    this.#noteCookie = this.#broughtNote ? noGuestCookie() : undefined;
  }

  protected adopt(record: SessionRecord | undefined): void {
    // Loaders of one request run in any order: keep the newer record.
    if (record && this.record?.key === record.key && this.record.version > record.version) return;
    this.record = record;
    if (record) return;
    this.ended = true;
    // This response must not overwrite the cookie of the request that ended the session.
    this.#cookie = undefined;
  }

  protected async dropCookie(): Promise<void> {
    this.#cookie = await noCookie();
  }

  /** Resets the session to an empty guest. The caller destroys the store's record. */
  protected async forget(): Promise<void> {
    await this.dropCookie();
    this.record = undefined;
    this.newerKey = undefined;
    this.#id = undefined;
    this.#dropNote();
  }

  /** Serialises the writes of one request's loaders, so that two of them cannot create two sessions. */
  protected write(work: () => Promise<void>): Promise<void> {
    const turn = this.#writes.then(work);
    // The failure is reported to its caller only; the next write still runs.
    this.#writes = turn.catch(() => undefined);
    return turn;
  }
}
