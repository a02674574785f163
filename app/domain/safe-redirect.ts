/** Only its origin counts: an address that a path of this site resolves to, whatever the site is called. */
const base = "http://site.invalid";

/** The longest address that the HTTP front answers, in characters (server/http/guard.ts). */
const maxLength = 2048;

/**
 * The target when it is a path of this site, else the fallback. For everything that comes from outside
 * (`?redirectTo=`, form fields, a Referer) before it stands in a Location header or a link.
 *
 * Refused: what is no string, what does not begin with exactly one slash, control characters and backslashes
 * (browsers drop the first and read the second as a slash, so `/\t/evil.example` and `/\evil.example` lead
 * away), what resolves to another origin, and what resolves to a path that begins with two slashes
 * (`/.//evil.example`), because the next reader would take that for a host.
 *
 * @returns path, query and hash, normalised; or `fallback` untouched
 */
export function safeRedirect(target: unknown, fallback = "/"): string {
  if (typeof target !== "string" || target.length > maxLength) return fallback;
  if (!target.startsWith("/") || target.startsWith("//")) return fallback;
  // C0, DEL, C1, and the line and paragraph separators.
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029\\]/.test(target)) return fallback;
  if (!URL.canParse(target, base)) return fallback;
  const url = new URL(target, base);
  if (url.origin !== base || url.pathname.startsWith("//")) return fallback;
  return url.pathname + url.search + url.hash;
}
