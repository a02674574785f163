import { redirect, redirectDocument, type TypedResponse } from "@remix-run/node";
import { paths } from "~/domain/paths";
import type { HasCookies } from "#server/errors/sign-in-needed.server";
import { setSessionCookies } from "./cookie.server";
import type { FlashMessage } from "./session-data";

/** What can keep a message for the next page: a session. */
interface KeepsMessages extends HasCookies {
  flash(message: FlashMessage): Promise<void>;
}

/** Puts the session's cookies, as far as they changed, on an answer that goes out by itself. */
export function withCookie<Answer extends Response>(session: HasCookies, response: Answer): Answer {
  setSessionCookies(response.headers, session.setCookies);
  return response;
}

/**
 * The redirect after a form: 303, with the session's cookie when it changed.
 *
 * @param path of this site; one from outside passes `safeRedirect` first
 */
export function redirectTo(session: HasCookies, path: string, init: ResponseInit = {}): TypedResponse<never> {
  return withCookie(session, redirect(path, { ...init, status: 303 }));
}

/**
 * The redirect for loaders that leave a message: the browser loads the whole page, so that the root loader, which
 * shows messages, runs even when only a part of the page was asked for.
 */
export function leaveTo(session: HasCookies, path: string): TypedResponse<never> {
  return withCookie(session, redirectDocument(path, 303));
}

/**
 * "Invalid Access", then home: for screens that are entered without their prerequisites.
 *
 * @param key of the message, where it says more than that
 * @param link a way on behind the message
 * @throws always: the redirect
 */
export async function invalidAccess(
  session: KeepsMessages,
  key = "errors:invalidAccess",
  link?: FlashMessage["link"],
): Promise<never> {
  await session.flash({ kind: "alert", key, ...(link && { link }) });
  throw leaveTo(session, paths.home);
}

/** Path and query as the visitor knows them, without Remix's own parameters. */
export function addressOf(request: Request): string {
  const url = new URL(request.url);
  for (const name of ["_data", "index"]) url.searchParams.delete(name);
  return url.pathname + url.search;
}
