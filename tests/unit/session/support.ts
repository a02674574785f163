import { setImmediate as nextTurn } from "node:timers/promises";
import type { AppLoadContext } from "@remix-run/node";
import { afterAll, beforeEach, expect } from "vitest";
import { getSession, type Session } from "#server/session/session.server";
import { refreshCalls } from "#server/session/refresher.server";
import type { SignInResponse } from "#server/api/auth.server";
import { errorResponse } from "#server/web/error-response.server";

/**
 * Returns an unsigned JWT like those of the API.
 * @param expiresInSeconds `exp` from now, in seconds; undefined omits it
 * @param issued `iat` from now, in seconds; undefined omits it
 */
export function token(expiresInSeconds: number | undefined, label = "t", issued?: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = expiresInSeconds === undefined ? {} : { exp: Math.floor(Date.now() / 1000) + expiresInSeconds };
  const iat = issued === undefined ? {} : { iat: Math.floor(Date.now() / 1000) + issued };
  return `${part({ alg: "HS256" })}.${part({ label, ...iat, ...exp })}.signature`;
}

export function member(change: Partial<SignInResponse> = {}): SignInResponse {
  return {
    accessToken: token(900, "access"),
    refreshToken: token(86_400, "refresh"),
    ecAccessToken: "",
    id: 7,
    type: "EMAIL",
    email: "member@soria.test",
    firstName: "Sora",
    lastName: "Kumo",
    pointAmount: 1,
    soriaAmount: 2,
    soriaPlusAmount: 3,
    ...change,
  };
}

/** A browser's cookies, and requests with them. Each call of `visit` is one request. */
export class Browser {
  readonly cookies = new Map<string, string>();

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  request(path = "/"): { request: Request; context: AppLoadContext } {
    const headers = this.cookies.size > 0 ? { Cookie: this.cookieHeader } : undefined;
    return { request: new Request(`http://localhost:3000${path}`, headers ? { headers } : {}), context: {} };
  }

  visit(path = "/"): Promise<Session> {
    return getSession(this.request(path));
  }

  /** Stores the cookies that a response would set. */
  keep(session: Session): void {
    for (const header of session.setCookies) this.keepHeader(header);
  }

  keepHeader(header: string): void {
    const [pair = ""] = header.split(";");
    const equals = pair.indexOf("=");
    const name = pair.slice(0, equals);
    if (/max-age=0/i.test(header)) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(equals + 1));
  }

  async signIn(response = member(), userAgent?: string): Promise<Session> {
    const { request, context } = this.request();
    if (userAgent) request.headers.set("User-Agent", userAgent);
    const session = await getSession({ request, context });
    await session.signIn(response);
    this.keep(session);
    return session;
  }
}

/** Returns a new browser in which a member has signed in. */
export async function signedIn(change: Partial<SignInResponse> = {}, userAgent?: string): Promise<Browser> {
  const browser = new Browser();
  await browser.signIn(member(change), userAgent);
  return browser;
}

export class Refused extends Error {}
export class Unreachable extends Error {}

type RefreshCalls = typeof refreshCalls;
const apiCalls = { ...refreshCalls };

/** Replaces the API calls that renew tokens, for tests without the API; without an argument, restores them. */
export function configureRefresh(calls: RefreshCalls = apiCalls): void {
  Object.assign(refreshCalls, calls);
}

/** Returns fake refresh calls and their counts. @param behaviour replaces the default of a call */
export function fakeCalls(behaviour: Partial<Pick<RefreshCalls, "refreshAccess" | "restoreSession">> = {}) {
  const counts = { refreshAccess: 0, restoreSession: 0 };
  const calls: RefreshCalls = {
    async refreshAccess(refreshToken) {
      counts.refreshAccess += 1;
      if (behaviour.refreshAccess) return behaviour.refreshAccess(refreshToken);
      const label = `access-${counts.refreshAccess}`;
      await nextTurn();
      return token(900, label);
    },
    async restoreSession(refreshToken) {
      counts.restoreSession += 1;
      if (behaviour.restoreSession) return behaviour.restoreSession(refreshToken);
      return member({ firstName: "Restored" });
    },
    isRejection: (error) => error instanceof Refused,
  };
  return { calls, counts };
}

/** Replaces the API calls that renew tokens in all tests of the file: they succeed. */
export function withFakeRefresh(): void {
  beforeEach(() => configureRefresh(fakeCalls().calls));
  afterAll(() => configureRefresh());
}

/** Returns a promise and the function that resolves it. */
export function withResolvers<Value>() {
  let resolve!: (value: Value) => void;
  const promise = new Promise<Value>((settle) => (resolve = settle));
  return { promise, resolve };
}

/** Returns the browser of a guest whose session has a message to show. */
export async function guestWithMessage(): Promise<Browser> {
  const browser = new Browser();
  const session = await browser.visit();
  await session.flash({ kind: "info", key: "a:b" });
  browser.keep(session);
  return browser;
}

/** Returns what a promise rejects with, and fails if it does not. */
export async function thrown(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.fail("nothing was thrown"),
    (error: unknown) => error,
  );
}

/** Returns the response to a thrown error. */
export async function refusal(work: Promise<unknown>): Promise<Response> {
  const error = await thrown(work);
  const response = error instanceof Response ? error : errorResponse(error, {});
  if (!response) throw error;
  return response;
}
