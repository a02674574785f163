import { skyTops, themeColor } from "#brand/brand.json";

const HOUR_MS = 3_600_000;
/** Offset of Japan from UTC in hours; Japan has no summer time. */
const JAPAN_OFFSET = 9;

/** Returns the hour of day in Japan, 0 to 23, which sets the sky of every page (brand/skies.css). */
export const hourInJapan = (now: number): number => (Math.floor(now / HOUR_MS) + JAPAN_OFFSET) % 24;

/** Hours in which the night theme has the sky of 21:00 instead of the hour's. */
const isDay = (hour: number) => hour >= 5 && hour <= 16;

/**
 * Returns the colour of the sky's upper edge, for the browser's own bars: that of the last sky that has begun, else of
 * the day before.
 */
export function skyTop(hour: number, isNightTheme = false): string {
  const shown = isNightTheme && isDay(hour) ? 21 : hour;
  const begun = skyTops.findLast(({ from }) => from <= shown);
  return (begun ?? skyTops.at(-1))?.top ?? themeColor;
}
