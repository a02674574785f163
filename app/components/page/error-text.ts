import { isRouteErrorResponse } from "@remix-run/react";
import { dynamicKey } from "~/i18n/dynamic";

/** The message key of anything that was thrown: the catalogue's where the server applied it, else unexpected. */
function messageKeyOf(error: unknown): string {
  if (isRouteErrorResponse(error)) {
    const { messageKey } = (error.data ?? {}) as { messageKey?: unknown };
    if (typeof messageKey === "string") return messageKey;
    if (error.status === 404) return "errors:http.404";
    if (error.status === 403) return "errors:http.403";
  }
  return "errors:http.unexpected";
}

/** The sentence of the HTTP front, which refuses a form before the app sees it and knows the visitor's language. */
function frontMessageOf(error: unknown): string | undefined {
  const { message } = ((isRouteErrorResponse(error) && error.data) || {}) as { message?: unknown };
  return typeof message === "string" ? message : undefined;
}

/** The id that a failed answer carries itself: without the session the root's loader, which has it, fails too. */
export function requestIdOf(error: unknown): string | undefined {
  const { requestId } = ((isRouteErrorResponse(error) && error.data) || {}) as { requestId?: unknown };
  return typeof requestId === "string" ? requestId : undefined;
}

/** The message key of what `errorText` says; undefined for a sentence of the HTTP front, which needs nothing behind it. */
export function errorKeyOf(error: unknown): string | undefined {
  return frontMessageOf(error) === undefined ? messageKeyOf(error) : undefined;
}

/** What an error boundary says of anything that was thrown. */
export function errorText(t: unknown, error: unknown): string {
  return frontMessageOf(error) ?? dynamicKey(t, messageKeyOf(error));
}

/** An address that leads nowhere; a 404 of the API brings the catalogue's sentence. */
export function isNotFound(error: unknown): boolean {
  if (!isRouteErrorResponse(error) || error.status !== 404) return false;
  return !(error.data as { messageKey?: string } | null)?.messageKey;
}

/** The session has ended: to sign in again is the way on. */
export function isSessionEnded(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 401;
}
