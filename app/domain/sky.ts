const HOUR_MS = 3_600_000;
/** Offset of Japan from UTC in hours; Japan has no summer time. */
const JAPAN_OFFSET = 9;

/** Returns the hour of day in Japan, 0 to 23, which sets the sky of every page. */
export const hourInJapan = (now: number): number => (Math.floor(now / HOUR_MS) + JAPAN_OFFSET) % 24;
