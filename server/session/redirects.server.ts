import { redirect, redirectDocument, type TypedResponse } from "@remix-run/node";
import { paths } from "~/domain/paths";
import type { HasCookies } from "#server/errors/sign-in-needed.server";
import { setSessionCookies } from "./cookie.server";
import type { FlashMessage } from "./session-data";

/** Adds the session's changed cookies to a response that does not pass through `applySessionCookie`. */
export function withCookie<Result extends Response>(session: HasCookies, response: Result): Result {
  setSessionCookies(response.headers, session.setCookies);
  return response;
}

/** Redirects after a form submission. Validate a `path` that the visitor sent with `safeRedirect` first. */
export function redirectTo(session: HasCookies, path: string, init: ResponseInit = {}): TypedResponse<never> {
  return withCookie(session, redirect(path, { ...init, status: 303 }));
}

/** Redirects from a loader that leaves a message, which only a document load shows. */
export function redirectPage(session: HasCookies, path: string): TypedResponse<never> {
  return withCookie(session, redirectDocument(path, 303));
}

/** Throws a redirect home with the message "Invalid Access", for a screen that was opened without its prerequisites. */
export async function invalidAccess(
  session: HasCookies & { flash(message: FlashMessage): Promise<void> },
  key = "errors:invalidAccess",
  link?: FlashMessage["link"],
): Promise<never> {
  await session.flash({ kind: "alert", key, ...(link && { link }) });
  throw redirectPage(session, paths.home);
}

/** Returns path and query as the visitor knows them, without Remix's own parameters. */
export function requestPath(request: Request): string {
  const url = new URL(request.url);
  for (const name of ["_data", "index"]) url.searchParams.delete(name);
  return url.pathname + url.search;
}
