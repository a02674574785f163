import dayjs, { type Dayjs } from "dayjs";
import "dayjs/locale/ja.js";
import "dayjs/locale/ko.js";
import "dayjs/locale/zh-cn.js";
import utcPlugin from "dayjs/plugin/utc.js";
import dateFormats from "./date-formats.json";
import { instant } from "./instant";

dayjs.extend(utcPlugin);

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

const unreadable = "-";

/** Day.js's locale for the names of months and days. */
const locales: Record<string, string> = { ja: "ja", en: "en", ko: "ko", zh: "zh-cn" };

/** Returns the milliseconds since 1970; NaN if the value is invalid. */
export function timeOf(moment: Moment): number {
  return typeof moment === "string" ? instant(moment) : new Date(moment).getTime();
}

/** Returns a date whose UTC fields are the local time in Japan; undefined if the value is invalid. */
function inJapan(moment: Moment): Dayjs | undefined {
  const local = dayjs.utc(timeOf(moment) + OFFSET_MS);
  return local.isValid() ? local : undefined;
}

/** Returns a function that formats a moment in a form of the language; "-" if the moment is invalid. */
const formatter =
  (kind: keyof (typeof dateFormats)["plain"]) =>
  (moment: Moment, lng: string): string =>
    inJapan(moment)?.format((formats[lng] ?? dateFormats.plain)[kind]) ?? unreadable;

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
  const locale = locales[lng];
  const weekday = locale && inJapan(moment)?.locale(locale).format("ddd");
  return { day: formatDayOfYear(moment, lng), weekday: weekday ?? "" };
}

/** Formats a time in Japan as YYYY-MM-DD HH:mm:ss, which spreadsheet programs read as a date; "" if invalid. */
export function formatSortable(moment: Moment): string {
  return inJapan(moment)?.format("YYYY-MM-DD HH:mm:ss") ?? "";
}

/** Returns the value of `<time datetime>`: ISO 8601 with Japan's offset; undefined if invalid. */
export function dateTimeAttribute(moment: Moment): string | undefined {
  return inJapan(moment)?.format(`YYYY-MM-DDTHH:mm:ss[${OFFSET}]`);
}

/** @throws RangeError if the time is invalid */
export function dayOf(moment: Moment): Day {
  const local = inJapan(moment);
  if (!local) throw new RangeError(`not a moment: ${String(moment)}`);
  return local.format("YYYY-MM-DD");
}

export const today = (now: Moment): Day => dayOf(now);

/** Returns the first millisecond of a day in Japan. */
export const startOfDay = (day: Day): Date => new Date(`${day}T00:00:00${OFFSET}`);

/** Returns the last millisecond of a day in Japan. */
export const endOfDay = (day: Day): Date => new Date(startOfDay(day).getTime() + DAY_MS - 1);

export const isFuture = (day: Day, now: Moment): boolean => day > today(now);
