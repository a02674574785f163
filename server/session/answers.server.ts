import { redirect, redirectDocument, type TypedResponse } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { setSessionCookie } from "./cookie.server";
import type { Session } from "./visitor-session.server";

/** Puts the session's cookie, when it changed, on an answer that goes out by itself. */
export function withCookie<Answer extends Response>(session: Session, response: Answer): Answer {
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

/** Path and query as the visitor knows them, without Remix's own parameters. */
export function addressOf(request: Request): string {
  const url = new URL(request.url);
  for (const name of ["_data", "index"]) url.searchParams.delete(name);
  return url.pathname + url.search;
}
