import { type Cookie, createCookie } from "@remix-run/node";
import { env } from "#server/config/env.server";
import { singleton } from "#server/runtime/singleton";
import { cookieName, secureCookieName } from "#server/protocol/cookie-name.server";
import { deriveKey, isSessionId } from "#server/store/encryption.server";

const sessionCookie = (): Cookie =>
  singleton("session-cookie", () => {
    const { siteUrl, sessionSecrets } = env();
    const secure = siteUrl?.startsWith("https:") ?? false;
    return createCookie(secure ? secureCookieName : cookieName, {
      httpOnly: true,
      sameSite: "lax",
      path: "/",
      secure,
      secrets: sessionSecrets.map((secret) => deriveKey(secret, "session cookie").toString("base64url")),
    });
  });

/** Returns the session id that a request's cookie carries, as `sessionIdIn`. */
export function sessionIdOf(request: Request): Promise<string | undefined> {
  return sessionIdIn(request.headers.get("Cookie"));
}

/** Returns the session id in a Cookie header; undefined when there is none or its signature is not ours. */
export async function sessionIdIn(header: string | null | undefined): Promise<string | undefined> {
  const id: unknown = await sessionCookie().parse(header ?? null);
  return isSessionId(id) ? id : undefined;
}

/** The Set-Cookie header that gives the browser a session id. */
export function cookieFor(sessionId: string, lifeMs: number): Promise<string> {
  return sessionCookie().serialize(sessionId, { maxAge: Math.round(lifeMs / 1000) });
}

/** The Set-Cookie header that takes the session id away. */
export function noCookie(): Promise<string> {
  return sessionCookie().serialize("", { maxAge: 0 });
}

/** The Set-Cookie header of a cookie that says nothing: whether it comes back tells whether the browser keeps any. */
export function trialCookie(): string {
  const secure = env().siteUrl?.startsWith("https:") ? "; Secure" : "";
  return `cookies=kept; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

/** `remix-serve` replaces Headers by one without getSetCookie; that one hands out all cookies in one text. */
function cookiesOf(headers: Headers): string[] {
  if (typeof headers.getSetCookie === "function") return headers.getSetCookie();
  // A comma also stands in "Expires=Thu, 01 Jan"; a new cookie begins after one only with "name=".
  return headers.get("Set-Cookie")?.split(/,\s*(?=[^;,=\s]+=)/) ?? [];
}

/** Puts Set-Cookie headers of the session among others, each in place of an earlier one of the same name. */
export function setSessionCookies(headers: Headers, own: readonly string[]): void {
  if (own.length === 0) return;
  const nameOf = (cookie: string) => cookie.slice(0, cookie.indexOf("="));
  const names = new Set(own.map(nameOf));
  const others = cookiesOf(headers).filter((cookie) => !names.has(nameOf(cookie)));
  headers.delete("Set-Cookie");
  for (const cookie of [...others, ...own]) headers.append("Set-Cookie", cookie);
}
