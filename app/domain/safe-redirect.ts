/** Base for resolving paths. Only its origin is compared; the site's own name does not matter. */
const base = "http://site.invalid";

/** Maximum URL length in characters, as in server/http/guard.ts. */
const maxLength = 2048;

/**
 * Returns the target if it is a path of this site, else the fallback. Use it for all untrusted input (`?redirectTo=`,
 * form fields, a Referer) before it becomes a Location header or a link.
 *
 * Rejects targets that do not start with exactly one slash, that contain control characters or backslashes (browsers
 * drop the former and read the latter as a slash: `/\t/evil.example`, `/\evil.example`), and that resolve to another
 * origin or to a path with two leading slashes (`/.//evil.example`).
 *
 * @returns path, query and hash, normalised; or `fallback` unchanged
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
