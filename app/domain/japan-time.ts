import type { Dayjs } from "dayjs";
import dateFormats from "./date-formats.json";
import { utc } from "./utc";

/**
 * Japan's UTC offset in minutes. A constant, because Japan has one zone and no summer time (accounts-and-store.md
 * section 1).
 */
const JAPAN_OFFSET = 9 * 60;

/** ISO 8601 (UTC if it names no zone), milliseconds since 1970, or a Date. */
export type Moment = string | number | Date;

/** A day in Japan, YYYY-MM-DD. String comparison gives the order in time. */
export type Day = string;

const DAY_FORMAT = "YYYY-MM-DD";

/** By language; `plain` for any other. `day` is for lists whose rows have the year. */
const formats: Record<string, (typeof dateFormats)["plain"]> = dateFormats;

const weekdays = new Map<string, Intl.DateTimeFormat>();

/** Returns the short day of the week in Japan ("水", "Wed"); "" for a language that the site does not have. */
function weekdayOf(moment: Dayjs, lng: string): string {
  if (!formats[lng]) return "";
  let format = weekdays.get(lng);
  if (!format)
    weekdays.set(lng, (format = new Intl.DateTimeFormat(lng, { weekday: "short", timeZone: "Asia/Tokyo" })));
  return format.format(moment.valueOf());
}

const unreadable = "-";

/** Returns the local time in Japan; undefined if the value is invalid. */
function inJapan(moment: Moment): Dayjs | undefined {
  // Day.js would read month 14 as February of the next year.
  if (typeof moment === "string" && Number.isNaN(Date.parse(moment))) return undefined;
  const time = utc(moment).utcOffset(JAPAN_OFFSET);
  return time.isValid() ? time : undefined;
}

function formatted(moment: Moment, lng: string, kind: keyof (typeof dateFormats)["plain"]): string {
  return inJapan(moment)?.format((formats[lng] ?? dateFormats.plain)[kind]) ?? unreadable;
}

/** Formats date and time in Japan, in the short form of the language; "-" if invalid. */
export function formatDateTime(moment: Moment, lng: string): string {
  return formatted(moment, lng, "dateTime");
}

/** Formats the date in Japan, in the short form of the language; "-" if invalid. */
export function formatDate(moment: Moment, lng: string): string {
  return formatted(moment, lng, "date");
}

/** Formats the date in Japan for running text (2024年10月18日, 18 October 2024); "-" if invalid. */
export function formatLongDate(moment: Moment, lng: string): string {
  return formatted(moment, lng, "longDate");
}

/** Formats the month in Japan for a heading (2024年10月, October 2024); "-" if invalid. */
export function formatMonth(moment: Moment, lng: string): string {
  return formatted(moment, lng, "month");
}

/** Formats the day in Japan without its year (24 November) and its short weekday (Wed); "-" and "" if invalid. */
export function formatDay(moment: Moment, lng: string): { day: string; weekday: string } {
  const time = inJapan(moment);
  return { day: formatted(moment, lng, "day"), weekday: time ? weekdayOf(time, lng) : "" };
}

/** Formats the time of day in Japan (HH:mm); "-" if invalid. */
export function formatTime(moment: Moment, lng: string): string {
  return formatted(moment, lng, "time");
}

/** Formats a time in Japan as YYYY-MM-DD HH:mm:ss, which spreadsheet programs read as a date; "" if invalid. */
export function formatSortable(moment: Moment): string {
  return inJapan(moment)?.format("YYYY-MM-DD HH:mm:ss") ?? "";
}

/** Returns the value of `<time datetime>`: ISO 8601 with Japan's offset; undefined if invalid. */
export function dateTimeAttribute(moment: Moment): string | undefined {
  return inJapan(moment)?.format("YYYY-MM-DDTHH:mm:ssZ");
}

/** @throws RangeError if the time is invalid */
export function dayOf(moment: Moment): Day {
  const time = inJapan(moment);
  if (!time) throw new RangeError(`not a moment: ${String(moment)}`);
  return time.format(DAY_FORMAT);
}

export function today(now: Moment): Day {
  return dayOf(now);
}

/** Parses a day without a time zone, for calendar arithmetic. */
const inCalendar = (day: string) => utc(day);

/** Returns whether a text is an existing day (2024-02-29 is, 2023-02-29 is not). */
export function isDay(text: string | null | undefined): text is Day {
  if (text == null) return false;
  const day = inCalendar(text);
  return day.isValid() && day.format(DAY_FORMAT) === text;
}

/** Returns the first millisecond of a day in Japan. */
export function startOfDay(day: Day): Date {
  return inCalendar(day).subtract(JAPAN_OFFSET, "minute").toDate();
}

/** Returns the last millisecond of a day in Japan. */
export function endOfDay(day: Day): Date {
  return inCalendar(day).endOf("day").subtract(JAPAN_OFFSET, "minute").toDate();
}

/** Returns the day `count` days later; earlier if negative. */
export function addDays(day: Day, count: number): Day {
  return inCalendar(day).add(count, "day").format(DAY_FORMAT);
}

/**
 * Returns the same day of the month `count` months later, or the last day of a shorter month (31 March less one month
 * is the last of February).
 */
export function addMonths(day: Day, count: number): Day {
  return inCalendar(day).add(count, "month").format(DAY_FORMAT);
}

export function isFuture(day: Day, now: Moment): boolean {
  return day > today(now);
}
