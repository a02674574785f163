import { WHOLE_FIELD } from "~/domain/whole-page";

/**
 * Were this visitor's scripts seen to run? The browser side sets the cookie on its first page.
 *
 * Only then may a page be streamed, because late parts are put in place by a script; for everybody else the
 * answer waits until it is whole, and its status can tell how that went. Who has switched them off since asks for the
 * whole page (`?whole=1`, components/list/without-scripts).
 */
export function canStream(request: Request): boolean {
  return hasCookie(request) && !asksForWhole(request);
}

/** The Set-Cookie header that forgets that scripts run, for who has asked for a whole page; undefined for all others. */
export function scriptsForgotten(request: Request): string | undefined {
  return hasCookie(request) && asksForWhole(request)
    ? "scripts=; Path=/; Max-Age=0; SameSite=Lax"
    : undefined;
}

const hasCookie = (request: Request) =>
  /(?:^|;\s*)scripts=1(?:;|$)/.test(request.headers.get("Cookie") ?? "");
const asksForWhole = (request: Request) => new URL(request.url).searchParams.has(WHOLE_FIELD);
