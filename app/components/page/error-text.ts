import { isRouteErrorResponse } from "@remix-run/react";
import { dynamicKey } from "~/i18n/dynamic";

/** Returns the message key of a thrown value: the catalogue's key if the server set one, else "unexpected". */
function messageKeyOf(error: unknown): string {
  if (isRouteErrorResponse(error)) {
    const { messageKey } = (error.data ?? {}) as { messageKey?: unknown };
    if (typeof messageKey === "string") return messageKey;
    if (error.status === 404) return "errors:http.404";
    if (error.status === 403) return "errors:http.403";
  }
  return "errors:http.unexpected";
}

/** Returns the translated message of the HTTP front, which rejects some requests before the app handles them. */
function frontMessageOf(error: unknown): string | undefined {
  const { message } = ((isRouteErrorResponse(error) && error.data) || {}) as { message?: unknown };
  return typeof message === "string" ? message : undefined;
}

/**
 * Returns the request id in a failed response. Needed because without a session the root loader, which also has the id,
 * fails too.
 */
export function requestIdOf(error: unknown): string | undefined {
  const { requestId } = ((isRouteErrorResponse(error) && error.data) || {}) as { requestId?: unknown };
  return typeof requestId === "string" ? requestId : undefined;
}

/** Returns the message key of `errorText`; undefined for a message of the HTTP front, which needs no next steps. */
export function errorKeyOf(error: unknown): string | undefined {
  return frontMessageOf(error) === undefined ? messageKeyOf(error) : undefined;
}

export function errorText(t: unknown, error: unknown): string {
  return frontMessageOf(error) ?? dynamicKey(t, messageKeyOf(error));
}

/** Returns whether the URL matches no page. A 404 of the API has a message key and does not count. */
export function isNotFound(error: unknown): boolean {
  if (!isRouteErrorResponse(error) || error.status !== 404) return false;
  return !(error.data as { messageKey?: string } | null)?.messageKey;
}

/** Returns whether the session has ended, so that the user must sign in again. */
export function isSessionEnded(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 401;
}
