import dateFormats from "./date-formats.json";
import { instant } from "./instant";

/** Japan's UTC offset. A constant, because Japan has one zone and no summer time (accounts-and-store.md section 1). */
const OFFSET = "+09:00";
const OFFSET_MS = 9 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** ISO 8601 (UTC if it names no zone), milliseconds since 1970, or a Date. */
export type Moment = string | number | Date;

/** A day in Japan, YYYY-MM-DD. String comparison gives the order in time. */
export type Day = string;

/** By language; `plain` for any other. `day` is for lists whose rows have the year. */
const formats: Record<string, (typeof dateFormats)["plain"]> = dateFormats;

const weekdays = new Map<string, Intl.DateTimeFormat>();

/** Returns the short day of the week in Japan ("水", "Wed"); "" for a language that the site does not have. */
function weekdayOf(local: Date, lng: string): string {
  if (!formats[lng]) return "";
  let format = weekdays.get(lng);
  if (!format)
    weekdays.set(lng, (format = new Intl.DateTimeFormat(lng, { weekday: "short", timeZone: "UTC" })));
  return format.format(local);
}

const unreadable = "-";

/** English, which is the only language of the site that writes months as words. */
const months = "January February March April May June July August September October November December".split(
  " ",
);
const monthOf = (local: Date) => months[local.getUTCMonth()] ?? "";

const padded = (part: number, length = 2) => String(part).padStart(length, "0");

/** The parts of a format, named as in Day.js. */
const parts: Record<string, (local: Date) => string> = {
  YYYY: (local) => padded(local.getUTCFullYear(), 4),
  MMMM: monthOf,
  MMM: (local) => monthOf(local).slice(0, 3),
  MM: (local) => padded(local.getUTCMonth() + 1),
  M: (local) => String(local.getUTCMonth() + 1),
  DD: (local) => padded(local.getUTCDate()),
  D: (local) => String(local.getUTCDate()),
  HH: (local) => padded(local.getUTCHours()),
  mm: (local) => padded(local.getUTCMinutes()),
  ss: (local) => padded(local.getUTCSeconds()),
};

const partNames = /YYYY|MMMM|MMM|MM|M|DD|D|HH|mm|ss/g;

/** Returns the milliseconds since 1970; NaN if the value is invalid. */
export function timeOf(moment: Moment): number {
  return typeof moment === "string" ? instant(moment) : new Date(moment).getTime();
}

/** Returns a date whose UTC fields are the local time in Japan; undefined if the value is invalid. */
function inJapan(moment: Moment): Date | undefined {
  const local = new Date(timeOf(moment) + OFFSET_MS);
  return Number.isNaN(local.getTime()) ? undefined : local;
}

const write = (local: Date, format: string) =>
  format.replace(partNames, (name) => parts[name]?.(local) ?? "");

/** Returns a function that formats a moment in a form of the language; "-" if the moment is invalid. */
const formatter =
  (kind: keyof (typeof dateFormats)["plain"]) =>
  (moment: Moment, lng: string): string => {
    const local = inJapan(moment);
    return local ? write(local, (formats[lng] ?? dateFormats.plain)[kind]) : unreadable;
  };

/** Formats date and time in Japan, in the short form of the language. */
export const formatDateTime = formatter("dateTime");

/** Formats the date in Japan, in the short form of the language. */
export const formatDate = formatter("date");

/** Formats the date in Japan for running text (2024年10月18日, 18 October 2024). */
export const formatLongDate = formatter("longDate");

/** Formats the month in Japan for a heading (2024年10月, October 2024). */
export const formatMonth = formatter("month");

/** Formats the time of day in Japan (HH:mm). */
export const formatTime = formatter("time");

const formatDayOfYear = formatter("day");

/** Formats the day in Japan without its year (24 November) and its short weekday (Wed); "-" and "" if invalid. */
export function formatDay(moment: Moment, lng: string): { day: string; weekday: string } {
  const local = inJapan(moment);
  return { day: formatDayOfYear(moment, lng), weekday: local ? weekdayOf(local, lng) : "" };
}

/** Formats a time in Japan as YYYY-MM-DD HH:mm:ss, which spreadsheet programs read as a date; "" if invalid. */
export function formatSortable(moment: Moment): string {
  const local = inJapan(moment);
  return local ? write(local, "YYYY-MM-DD HH:mm:ss") : "";
}

/** Returns the value of `<time datetime>`: ISO 8601 with Japan's offset; undefined if invalid. */
export function dateTimeAttribute(moment: Moment): string | undefined {
  const local = inJapan(moment);
  return local && write(local, "YYYY-MM-DD") + write(local, "THH:mm:ss") + OFFSET;
}

/** @throws RangeError if the time is invalid */
export function dayOf(moment: Moment): Day {
  const local = inJapan(moment);
  if (!local) throw new RangeError(`not a moment: ${String(moment)}`);
  return write(local, "YYYY-MM-DD");
}

export const today = (now: Moment): Day => dayOf(now);

/** Returns the first millisecond of a day in Japan. */
export const startOfDay = (day: Day): Date => new Date(`${day}T00:00:00${OFFSET}`);

/** Returns the last millisecond of a day in Japan. */
export const endOfDay = (day: Day): Date => new Date(startOfDay(day).getTime() + DAY_MS - 1);

export const isFuture = (day: Day, now: Moment): boolean => day > today(now);
