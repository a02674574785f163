import type { Dayjs } from "dayjs";
import { utc } from "./utc";

/** Japan has one zone and no summer time (accounts-and-store.md section 1), so its offset in minutes says all. */
const JAPAN_OFFSET = 9 * 60;

/** A moment: ISO 8601 (UTC when it names no zone), milliseconds since 1970, or a Date. */
export type Moment = string | number | Date;

/** A day of Japan's calendar, YYYY-MM-DD. Compares as text in the order of time. */
export type Day = string;

const DAY_FORMAT = "YYYY-MM-DD";
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

interface Formats {
  date: string;
  dateTime: string;
  longDate: string;
  month: string;
}

const formats: Record<string, Formats> = {
  ja: { date: "YYYY.MM.DD", dateTime: "YYYY.MM.DD HH:mm", longDate: "YYYY年M月D日", month: "YYYY年M月" },
  en: { date: "D MMM YYYY", dateTime: "D MMM YYYY, HH:mm", longDate: "D MMMM YYYY", month: "MMMM YYYY" },
  ko: {
    date: "YYYY. MM. DD.",
    dateTime: "YYYY. MM. DD. HH:mm",
    longDate: "YYYY년 M월 D일",
    month: "YYYY년 M월",
  },
  zh: { date: "YYYY-MM-DD", dateTime: "YYYY-MM-DD HH:mm", longDate: "YYYY年M月D日", month: "YYYY年M月" },
};
const plainFormats: Formats = {
  date: DAY_FORMAT,
  dateTime: "YYYY-MM-DD HH:mm",
  longDate: DAY_FORMAT,
  month: "YYYY-MM",
};

/** What stands where a date cannot be read, so that a wrong field never shows as "Invalid Date". */
const unreadable = "-";

/** The clock and the calendar in Japan at a moment; undefined when it cannot be read. */
function inJapan(moment: Moment): Dayjs | undefined {
  // Day.js alone makes February of the year after of a 14th month.
  if (typeof moment === "string" && Number.isNaN(Date.parse(moment))) return undefined;
  const time = utc(moment).utcOffset(JAPAN_OFFSET);
  return time.isValid() ? time : undefined;
}

function formatted(moment: Moment, lng: string, kind: keyof Formats): string {
  return inJapan(moment)?.format((formats[lng] ?? plainFormats)[kind]) ?? unreadable;
}

/** Date and time of day in Japan, in the short form of the language; "-" when unreadable. */
export function formatDateTime(moment: Moment, lng: string): string {
  return formatted(moment, lng, "dateTime");
}

/** The date in Japan, in the short form of the language; "-" when unreadable. */
export function formatDate(moment: Moment, lng: string): string {
  return formatted(moment, lng, "date");
}

/** The date in Japan as running text has it (2024年10月18日, 18 October 2024); "-" when unreadable. */
export function formatLongDate(moment: Moment, lng: string): string {
  return formatted(moment, lng, "longDate");
}

/** The month in Japan, as a heading has it (2024年10月, October 2024); "-" when unreadable. */
export function formatMonth(moment: Moment, lng: string): string {
  return formatted(moment, lng, "month");
}

/** YYYY-MM-DD HH:mm:ss in Japan, the form that spreadsheet programs read as a date; "" when unreadable. */
export function formatSortable(moment: Moment): string {
  return inJapan(moment)?.format("YYYY-MM-DD HH:mm:ss") ?? "";
}

/** The value of `<time datetime>`: ISO 8601 with Japan's offset; undefined when unreadable. */
export function dateTimeAttribute(moment: Moment): string | undefined {
  return inJapan(moment)?.format("YYYY-MM-DDTHH:mm:ssZ");
}

/** The day that it is in Japan at this moment. Throws RangeError when the moment cannot be read. */
export function dayOf(moment: Moment): Day {
  const time = inJapan(moment);
  if (!time) throw new RangeError(`not a moment: ${String(moment)}`);
  return time.format(DAY_FORMAT);
}

/** Today in Japan. The clock is handed in, so that nothing here depends on when it runs. */
export function today(now: Moment): Day {
  return dayOf(now);
}

/** A day as the calendar has it, without a zone: its months and days can be counted. */
const inCalendar = (day: string) => utc(day);

/** Is this text a day that exists (2024-02-29 does, 2023-02-29 does not)? */
export function isDay(text: string | null | undefined): text is Day {
  return text != null && dayPattern.test(text) && inCalendar(text).format(DAY_FORMAT) === text;
}

/** The first moment of a day in Japan. */
export function startOfDay(day: Day): Date {
  return inCalendar(day).subtract(JAPAN_OFFSET, "minute").toDate();
}

/** The last millisecond of a day in Japan. */
export function endOfDay(day: Day): Date {
  return inCalendar(day).endOf("day").subtract(JAPAN_OFFSET, "minute").toDate();
}

/** The day so many days later; earlier with a negative count. */
export function addDays(day: Day, count: number): Day {
  return inCalendar(day).add(count, "day").format(DAY_FORMAT);
}

/**
 * The same day of the month so many months later, or that month's last day (31 March less one month is the
 * last of February).
 */
export function addMonths(day: Day, count: number): Day {
  return inCalendar(day).add(count, "month").format(DAY_FORMAT);
}

/** Does the day begin only after today (in Japan)? */
export function isFuture(day: Day, now: Moment): boolean {
  return day > today(now);
}
