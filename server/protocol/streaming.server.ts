import { NO_STREAM_PARAM } from "~/domain/streaming-param";

/**
 * Returns whether a page may be streamed. A script inserts the late parts, so scripts must have run before (the browser
 * sets a cookie on its first page). Visitors who have disabled scripts since then request the whole page (`?whole=1`,
 * app/components/list/late-part.tsx).
 */
export function canStream(request: Request): boolean {
  return hasCookie(request) && !asksForWhole(request);
}

/** Returns the Set-Cookie header that clears the scripts cookie after a request for a whole page. */
export function scriptsForgotten(request: Request): string | undefined {
  return hasCookie(request) && asksForWhole(request)
    ? "scripts=; Path=/; Max-Age=0; SameSite=Lax"
    : undefined;
}

const hasCookie = (request: Request) =>
  /(?:^|;\s*)scripts=1(?:;|$)/.test(request.headers.get("Cookie") ?? "");
const asksForWhole = (request: Request) => new URL(request.url).searchParams.has(NO_STREAM_PARAM);
