/**
 * The headers of a loader's answer that depends on nothing but the address and the language: neither on who asks nor
 * on the time of day. What it promises is used three times:
 *
 * - the page is rendered once for many visitors (server/http/shared-page-cache.ts), if all its loaders say so and the
 *   visitor has no session;
 * - the browser may use a prefetched answer, and show it again on the way back, for half a minute. A session or
 *   another language is another cookie, and asks anew. Only links to such pages have `prefetch="intent"`: an answer
 *   that must not be stored would be asked for twice;
 * - the browser may keep the page itself for the way back.
 */
export const sameForAll = {
  headers: { "Cache-Control": "private, max-age=30", Vary: "Cookie" },
} as const;

/**
 * The headers of a page that is rendered once for many guests, for browsers and shared caches (docs/operating.md). A
 * browser asks each time; a CDN sends it for 5 s, for 15 s more while it fetches the next one, and for an hour when the
 * site does not respond. Never beside Set-Cookie.
 */
export const guestPage = {
  "Cache-Control": "public, max-age=0, s-maxage=5, stale-while-revalidate=15, stale-if-error=3600",
  Vary: "Cookie, Accept-Language",
} as const;

/** As `sameForAll`, but it also depends on the browser that asks (by its User-Agent), so no page is kept for others. */
export const sameForBrowser = {
  headers: { "Cache-Control": "private, max-age=30", Vary: "Cookie, User-Agent" },
} as const;

const promises = (headers: Headers | undefined, promise: Record<string, string>) =>
  Object.entries(promise).every(([name, value]) => headers?.get(name) === value);

/** Whether a loader's answer carries that promise. */
export const isSameForAll = (headers: Headers | undefined): boolean => promises(headers, sameForAll.headers);

/** Whether it depends on no member: one of both promises. */
export const isOfNobody = (headers: Headers | undefined): boolean =>
  isSameForAll(headers) || promises(headers, sameForBrowser.headers);
