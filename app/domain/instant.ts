const DAY_PART = String.raw`(\d{4}-\d\d-\d\d)`;
const TIME_PART = String.raw`(\d\d:\d\d)(:\d\d)?(?:[.,](\d{1,9}))?`;
const ZONE_PART = String.raw` ?(Z|[+-]\d\d(?::?\d\d)?)?`;
const PATTERN = new RegExp(`^${DAY_PART}(?:[T ]${TIME_PART}${ZONE_PART})?$`, "i");

/** A day alone begins at midnight in Japan (accounts-and-store.md section 1: dates are shown in Japan time). */
const START_OF_DAY = "T00:00:00+09:00";

/** Returns "+09:00" for +09, +0900 and +09:00. */
const fullOffset = (zone: string): string => {
  const [hours = "", minutes = "00"] = [zone.slice(1, 3), zone.slice(3).replace(":", "") || "00"];
  return `${zone[0]}${hours}:${minutes}`;
};

/** Returns whether a day exists. Engines read 31 February as 2 March. */
const isExisting = (day: string): boolean =>
  new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(-2));

/**
 * Parses a time that the API sends, in milliseconds since 1970. The only function of the site that does so: pages, the
 * feed, the sitemap, calendar files and CSV agree, whatever the computer's time zone is.
 *
 * A time without a zone is UTC, a space may stand for the T, and a day alone is that day in Japan.
 *
 * @returns NaN for any other text, and for days and times that do not exist
 */
export function instant(text: string): number {
  const [, day, time, seconds = "", fraction, zone = "Z"] = PATTERN.exec(text.trim()) ?? [];
  if (day === undefined || !isExisting(day)) return Number.NaN;
  if (time === undefined) return Date.parse(day + START_OF_DAY);
  const offset = /^z$/i.test(zone) ? "Z" : fullOffset(zone);
  // Engines read up to three digits of a fraction alike.
  const part = fraction === undefined ? "" : `${seconds ? "" : ":00"}.${fraction.padEnd(3, "0").slice(0, 3)}`;
  return Date.parse(`${day}T${time}${seconds}${part}${offset}`);
}
