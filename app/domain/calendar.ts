import dayjs from "dayjs";
import utcPlugin from "dayjs/plugin/utc.js";
import type { Day } from "./japan-time";

dayjs.extend(utcPlugin);

const DAY_FORMAT = "YYYY-MM-DD";

/** Parses a day in UTC, because summer time in the computer's zone would shift days. */
const inCalendar = dayjs.utc;

/** Returns whether a text is an existing day (2024-02-29 is, 2023-02-29 is not). */
export function isDay(text: string | null | undefined): text is Day {
  if (text == null) return false;
  const day = inCalendar(text);
  return day.isValid() && day.format(DAY_FORMAT) === text;
}

/** Returns the day `count` days later; earlier if negative. */
export const addDays = (day: Day, count: number): Day => inCalendar(day).add(count, "day").format(DAY_FORMAT);

/**
 * Returns the same day of the month `count` months later, or the last day of a shorter month (31 March less one month
 * is the last of February).
 */
export const addMonths = (day: Day, count: number): Day =>
  inCalendar(day).add(count, "month").format(DAY_FORMAT);
