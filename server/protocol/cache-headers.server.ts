/**
 * Headers of a loader's response that depends only on URL and language, not on the visitor. What depends
 * on the time (the sky's hour, the week's news) may be late by the times below. If all loaders of a page have them, a
 * proxy may keep the page for guests (`guestPage`, app/entry.server.tsx). A browser may reuse a prefetched response
 * for 30 s; a session or another language is another cookie, so it misses.
 */
export const publicPage = {
  headers: { "Cache-Control": "private, max-age=30", Vary: "Cookie" },
} as const;

/** Headers of a page that is rendered once for many guests (docs/caching.md). Never combine with Set-Cookie. */
export const guestPage = {
  "Cache-Control": "public, max-age=0, s-maxage=5, stale-while-revalidate=15, stale-if-error=86400",
  Vary: "Cookie, Accept-Language",
} as const;

/** Like `publicPage`, but the response also depends on the User-Agent, so the page is not shared. */
export const publicPerBrowser = {
  headers: { "Cache-Control": "private, max-age=30", Vary: "Cookie, User-Agent" },
} as const;

const promises = (headers: Headers | undefined, promise: Record<string, string>) =>
  Object.entries(promise).every(([name, value]) => headers?.get(name) === value);

export const isSameForAll = (headers: Headers | undefined): boolean => promises(headers, publicPage.headers);

/** Returns whether the response is independent of the member: `publicPage` or `publicPerBrowser`. */
export const isPublic = (headers: Headers | undefined): boolean =>
  isSameForAll(headers) || promises(headers, publicPerBrowser.headers);
