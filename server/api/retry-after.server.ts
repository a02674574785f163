import * as clock from "#server/runtime/clock.server";

/** The longest wait that a visitor is told, in seconds. */
const MOST_SECONDS = 86_400;

/**
 * Parses the Retry-After header of the API: seconds or an HTTP date (RFC 9110 §10.2.3).
 *
 * @returns whole seconds from 1 to a day; undefined without a valid header
 */
export function retryAfterSeconds(header: string | null): number | undefined {
  const text = header?.trim() ?? "";
  const isDate = /^[A-Z][a-z]{2,8}, /.test(text) && text.length < 40;
  const seconds = /^\d+$/.test(text)
    ? Number(text)
    : isDate
      ? Math.ceil((Date.parse(text) - clock.now()) / 1_000)
      : NaN;
  return Number.isNaN(seconds) ? undefined : Math.min(MOST_SECONDS, Math.max(1, seconds));
}
