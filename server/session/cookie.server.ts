import { type Cookie, createCookie } from "@remix-run/node";
import { env } from "#server/config/env.server";
import { rememberLast } from "#server/runtime/remember-last";
import { cookieName, secureCookieName } from "#server/protocol/cookie-name.server";
import { deriveKey, isSessionId } from "#server/store/encryption.server";

export const isSecure = () => env().siteUrl?.startsWith("https:") ?? false;

const makeCookie = rememberLast((secure: boolean, secrets: string[]) =>
  createCookie(secure ? secureCookieName : cookieName, {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure,
    secrets: secrets.map((secret) => deriveKey(secret, "session cookie").toString("base64url")),
  }),
);
const sessionCookie = (): Cookie => makeCookie(isSecure(), env().sessionSecrets);

/** Returns the session id in a Cookie header; undefined when there is none or its signature is not ours. */
export async function sessionIdIn(header: string | null | undefined): Promise<string | undefined> {
  const id: unknown = await sessionCookie().parse(header ?? null);
  return isSessionId(id) ? id : undefined;
}

export const cookieFor = (sessionId: string, lifeMs: number): Promise<string> =>
  sessionCookie().serialize(sessionId, { maxAge: Math.round(lifeMs / 1000) });

/** Returns the Set-Cookie header that deletes the session id. */
export const noCookie = (): Promise<string> => cookieFor("", 0);

/** Returns the Set-Cookie header of a cookie without content, to test whether the browser accepts cookies. */
export const trialCookie = () =>
  `cookies=kept; Path=/; HttpOnly; SameSite=Lax${isSecure() ? "; Secure" : ""}`;

/** The Headers polyfill of `remix-serve` has no getSetCookie and joins the cookies into one text. */
function cookiesOf(headers: Headers): string[] {
  if (typeof headers.getSetCookie === "function") return headers.getSetCookie();
  // "Expires=Thu, 01 Jan" contains a comma too; a new cookie starts only where "name=" follows.
  return headers.get("Set-Cookie")?.split(/, (?=[^;,=\s]+=)/) ?? [];
}

/** Adds the session's Set-Cookie headers to others and replaces those of the same name. */
export function setSessionCookies(headers: Headers, own: readonly string[]): void {
  const nameOf = (cookie: string) => cookie.slice(0, cookie.indexOf("="));
  const names = new Set(own.map(nameOf));
  const others = cookiesOf(headers).filter((cookie) => !names.has(nameOf(cookie)));
  headers.delete("Set-Cookie");
  for (const cookie of [...others, ...own]) headers.append("Set-Cookie", cookie);
}
