/**
 * Were this visitor's scripts seen to run? The browser side sets the cookie on its first page.
 *
 * Only then may a page be streamed, because late parts are put in place by a script; for everybody else the
 * answer waits until it is whole, and its status can tell how that went.
 */
export function scriptsSeen(request: Request): boolean {
  return /(?:^|;\s*)scripts=1(?:;|$)/.test(request.headers.get("Cookie") ?? "");
}
