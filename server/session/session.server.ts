import {
  type AppLoadContext,
  json,
  redirect,
  redirectDocument,
  replace,
  type TypedResponse,
} from "@remix-run/node";
import { paths } from "~/domain/paths";
import { log } from "#server/log.server";
import { requireOwnOrigin } from "#server/own-origin.server";
import { singleton } from "#server/singleton";
import { cookieFor, noCookie, sessionIdOf, setSessionCookie } from "./cookie.server";
import {
  changeRecord,
  createRecord,
  lifeOf,
  readRecord,
  type SessionRecord,
  touchRecord,
} from "./records.server";
import { apiRefreshCalls } from "./refresh.server";
import { refresh, type RefreshCalls, refreshLock } from "./refresher.server";
import { keyOf, newMessageId, ownerOf } from "./sealing.server";
import {
  type FlashMessage,
  type KeptFlash,
  type SessionData,
  type SessionUser,
  type SignInAnswer,
  signedInData,
  withMessage,
} from "./session-data";
import { isStoreUnavailable, reasonOf, type StoreUnavailable } from "./store";
import { sessionStore } from "./stores.server";
import type { TokenSource } from "./token-source";
import { isGood, REFRESH_EARLY_MS } from "./tokens";

export type { FlashMessage, KeptFlash, SessionData, SessionUser, SignInAnswer } from "./session-data";
export type { TokenSource } from "./token-source";
export { emailOfToken } from "./tokens";

interface RequestArgs {
  request: Request;
  context: AppLoadContext;
}

/**
 * One visitor's session during one request, shared by its loaders. A visitor with nothing to remember has no
 * record in the store and no cookie; the first write makes both.
 *
 * Every method that waits throws a 503 Response when the store does not answer; the cookie stays as it is then.
 */
export class Session implements TokenSource {
  readonly #context: AppLoadContext;
  readonly #calls: RefreshCalls;
  #id: string | undefined;
  #record: SessionRecord | undefined;
  /** The record went away while this request had it: nothing of this request may bring it back. */
  #ended = false;
  #cookie: string | undefined;
  #taken = new Set<string>();
  #writes: Promise<void> = Promise.resolve();

  /** What the visitor asked for, as they know it: where they are led back to after a new sign-in. */
  readonly #address: string;

  constructor({ request, context }: RequestArgs, calls: RefreshCalls, id?: string, record?: SessionRecord) {
    this.#context = context;
    this.#address = addressOf(request);
    this.#calls = calls;
    this.#id = id;
    this.#record = record;
  }

  /** What is remembered, as this request knows it. Change it through `update`. */
  get data(): Readonly<SessionData> {
    return this.#record?.data ?? {};
  }

  get user(): SessionUser | undefined {
    return this.isSignedIn ? this.data.user : undefined;
  }

  get isSignedIn(): boolean {
    return this.data.tokens !== undefined && this.data.user !== undefined;
  }

  /** The Set-Cookie header that this request's answer has to carry, if any. */
  get setCookie(): string | undefined {
    return this.#cookie;
  }

  /** The name under which the store knows this session; undefined when it has no record. Not secret. */
  get key(): string | undefined {
    return this.#record?.key;
  }

  /**
   * Changes what is remembered, by compare and set: nothing that another request wrote is lost. Makes the record
   * and the cookie when there are none. Does nothing when the session was signed out or expired meanwhile.
   *
   * @param change edits the draft in place; may be called again with newer data, so it must only edit
   */
  async update(change: (draft: SessionData) => void): Promise<void> {
    await this.#write(async () => {
      if (this.#ended) return;
      if (this.#record) {
        // void: what an arrow function happens to return is not the new data.
        this.#adopt(await changeRecord(this.#record, (draft) => void change(draft)));
        return;
      }
      const data: SessionData = {};
      change(data);
      if (Object.keys(data).length > 0) await this.#begin(data);
    });
  }

  /**
   * Makes the visitor a signed-in member, under a new session id. Of what was remembered before, only messages
   * stay.
   */
  async signIn(answer: SignInAnswer): Promise<void> {
    await this.#write(async () => {
      const before = this.#record;
      await this.#begin(signedInData(this.data, answer));
      this.#ended = false;
      if (before) await sessionStore().destroy(before.key);
    });
  }

  /** Forgets everything about the visitor here. Telling the API is the caller's. */
  async signOut(): Promise<void> {
    await this.#write(async () => {
      if (this.#record) await sessionStore().destroy(this.#record.key);
      this.#cookie = await noCookie();
      this.#record = undefined;
      this.#id = undefined;
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
    const token = this.data.tokens?.accessToken;
    if (token === undefined || isGood(token, REFRESH_EARLY_MS)) return token;
    return this.#replaceToken(token);
  }

  /** See TokenSource. */
  async renew(stale: string): Promise<string | undefined> {
    const token = this.data.tokens?.accessToken;
    if (token === undefined || (token !== stale && isGood(token))) return token;
    return this.#replaceToken(stale);
  }

  /**
   * See TokenSource: the way to the sign-in and back, with the message that the session has expired. For a form that
   * was on its way the way back is its page.
   */
  endedAnswer(): Response | undefined {
    return this.isSignedIn ? undefined : leaveTo(this, paths.signIn(this.#address));
  }

  /**
   * Runs `work` while no other request of this member (of this visitor, when nobody is signed in), in whichever
   * process, runs under the same name. What the session remembers is read anew first.
   */
  async exclusively<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const { user } = this;
    const whose = user ? ownerOf(user.id) : this.#record?.key;
    if (whose === undefined) return work();
    return this.#guarded(() =>
      sessionStore().withLock(`${name}:${whose}`, async () => {
        if (this.#record) this.#adopt(await readRecord(this.#record.key));
        return work();
      }),
    );
  }

  /**
   * Ends all other sessions of the signed-in member, and gives this one a new id: whoever has a copy of its cookie is
   * out as well.
   *
   * @returns how many others there were
   */
  async endOthers(): Promise<number> {
    const { user, key } = this;
    if (!user || key === undefined) return 0;
    await this.#write(() =>
      // Tokens that another request is just renewing must not stay behind in the old record.
      sessionStore().withLock(refreshLock(key), async () => {
        const record = await readRecord(key);
        if (record) await this.#begin(record.data);
        else this.#adopt(undefined);
      }),
    );
    const ended = await this.#guarded(() => sessionStore().destroyAllOf(ownerOf(user.id), this.key));
    return Math.max(0, ended - 1);
  }

  /** Forgets the messages that this request's page shows. */
  async forgetTaken(): Promise<void> {
    const taken = this.#taken;
    if (taken.size === 0) return;
    this.#taken = new Set();
    await this.update((draft) => {
      const left = draft.flash?.filter(({ id }) => !taken.has(id)) ?? [];
      if (left.length > 0) draft.flash = left;
      else delete draft.flash;
    });
  }

  /** Lets the session's life begin anew, now and then; an outage is no reason to refuse the request. */
  async stayAlive(): Promise<void> {
    if (!this.#record || !this.#id) return;
    try {
      const touched = await touchRecord(this.#record);
      if (!touched) return;
      this.#record = touched;
      this.#cookie = await cookieFor(this.#id, lifeOf(touched.data));
    } catch (error) {
      if (!isStoreUnavailable(error)) throw error;
      log.warn({ reason: reasonOf(error) }, "a session's life could not be prolonged");
    }
  }

  async #replaceToken(stale: string): Promise<string | undefined> {
    const key = this.#record?.key;
    if (key === undefined) return undefined;
    this.#adopt(await this.#guarded(() => refresh(key, stale, this.#calls)));
    return this.data.tokens?.accessToken;
  }

  async #begin(data: SessionData): Promise<void> {
    const { id, record } = await createRecord(data);
    this.#id = id;
    this.#record = record;
    this.#cookie = await cookieFor(id, lifeOf(data));
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
    const turn = this.#writes.then(() => this.#guarded(work));
    // A failure is its caller's; the next write makes its own attempt.
    this.#writes = turn.catch(() => undefined);
    return turn;
  }

  async #guarded<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw isStoreUnavailable(error) ? storeDown(this.#context) : error;
    }
  }
}

/**
 * 503 with the no-response text of the catalogue. Each caller gets its own, because a Response can be read once.
 */
function storeDown({ requestId }: AppLoadContext): Response {
  return json(
    { messageKey: "errors:http.noResponse", requestId },
    { status: 503, headers: { "Retry-After": "2", "Cache-Control": "no-store" } },
  );
}

type Opening = Promise<{ session: Session } | { unavailable: StoreUnavailable }>;
const openings = singleton("sessions-by-context", () => new WeakMap<AppLoadContext, Opening>());
let refreshCalls = apiRefreshCalls;

/** Replaces the API calls that renew tokens, for tests of the session alone. */
export function configureRefresh(calls: RefreshCalls): void {
  refreshCalls = calls;
}

/**
 * The session of a request: one and the same for all its loaders and its action. A cookie that is unknown,
 * expired or tampered with counts as none.
 *
 * @throws Response 403 when another site sent the request (requireOwnOrigin); Response 503 when the store does not
 * answer; without a session cookie the store is not asked
 */
export async function getSession({ request, context }: RequestArgs): Promise<Session> {
  requireOwnOrigin(request);
  let opening = openings.get(context);
  if (!opening) {
    opening = open(request, context).then(
      (session) => ({ session }),
      (error: unknown) => {
        if (isStoreUnavailable(error)) return { unavailable: error };
        throw error;
      },
    );
    openings.set(context, opening);
  }
  const opened = await opening;
  if ("unavailable" in opened) throw storeDown(context);
  return opened.session;
}

async function open(request: Request, context: AppLoadContext): Promise<Session> {
  const id = await sessionIdOf(request);
  const record = id && (await readRecord(keyOf(id)));
  const args = { request, context };
  if (!id || !record) return new Session(args, refreshCalls);
  const session = new Session(args, refreshCalls, id, record);
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
    if (!(error instanceof Response)) throw error;
  }
  if (session.setCookie !== undefined) setSessionCookie(headers, session.setCookie);
}

function withCookie<Answer extends Response>(session: Session, response: Answer): Answer {
  if (session.setCookie !== undefined) setSessionCookie(response.headers, session.setCookie);
  return response;
}

/**
 * The redirect after a form: 303, with the session's cookie when it changed.
 *
 * @param path of this site; one from outside passes `safeRedirect` first
 */
export function redirectTo(session: Session, path: string, init: ResponseInit = {}): TypedResponse<never> {
  return withCookie(session, redirect(path, { ...init, status: 303 }));
}

/**
 * The redirect for loaders that leave a message: the browser loads the whole page, so that the root loader, which
 * shows messages, runs even when only a part of the page was asked for.
 */
export function leaveTo(session: Session, path: string): TypedResponse<never> {
  return withCookie(session, redirectDocument(path, 303));
}

/**
 * "Invalid Access", then home: for screens that are entered without their prerequisites.
 *
 * @throws always: the redirect
 */
export async function invalidAccess(session: Session): Promise<never> {
  await session.flash({ kind: "alert", key: "errors:invalidAccess" });
  throw leaveTo(session, paths.home);
}

/**
 * The session of a signed-in member, whose access token is good.
 *
 * @throws the redirect to /sign-in, which leads back here, in place of this page in the history; when the session
 * has just expired, the sign-in page says so
 * @throws ApiError when the token had to be refreshed and the API did not answer
 * @throws Response 503 as `getSession`
 */
export async function requireMember({ request, context }: RequestArgs): Promise<Session> {
  const session = await getSession({ request, context });
  const wasSignedIn = session.isSignedIn;
  if (wasSignedIn && (await session.accessToken()) !== undefined && session.isSignedIn) return session;
  const signIn = paths.signIn(addressOf(request));
  if (wasSignedIn) throw leaveTo(session, signIn);
  throw withCookie(session, replace(signIn, 303));
}

/** Path and query as the visitor knows them, without Remix's own parameters. */
function addressOf(request: Request): string {
  const url = new URL(request.url);
  for (const name of ["_data", "index"]) url.searchParams.delete(name);
  return url.pathname + url.search;
}

/**
 * Ends all other sessions of the member, on whatever device: after a change of password.
 *
 * @returns how many
 */
export function endOtherSessions(session: Session): Promise<number> {
  return session.endOthers();
}
