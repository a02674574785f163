/**
 * Japan has one zone and no summer time, so the offset is all there is to know (accounts-and-store.md section 1).
 * That makes a few lines of arithmetic enough, where a date library would be a tenth of a page's own scripts.
 */
const japanOffsetMs = 9 * 60 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;

/** A moment: ISO 8601 (UTC when it names no zone), milliseconds since 1970, or a Date. */
export type Moment = string | number | Date;

/** A day of Japan's calendar, YYYY-MM-DD. Compares as text in the order of time. */
export type Day = string;

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

interface Formats {
  date: string;
  dateTime: string;
  longDate: string;
}

const formats: Record<string, Formats> = {
  ja: { date: "YYYY.MM.DD", dateTime: "YYYY.MM.DD HH:mm", longDate: "YYYY年M月D日" },
  en: { date: "D MMM YYYY", dateTime: "D MMM YYYY, HH:mm", longDate: "D MMMM YYYY" },
  ko: { date: "YYYY. MM. DD.", dateTime: "YYYY. MM. DD. HH:mm", longDate: "YYYY년 M월 D일" },
  zh: { date: "YYYY-MM-DD", dateTime: "YYYY-MM-DD HH:mm", longDate: "YYYY年M月D日" },
};
const plainFormats: Formats = { date: "YYYY-MM-DD", dateTime: "YYYY-MM-DD HH:mm", longDate: "YYYY-MM-DD" };

/** Only English names its months. */
const months = "January,February,March,April,May,June,July,August,September,October,November,December".split(
  ",",
);

/** What stands where a date cannot be read, so that a wrong field never shows as "Invalid Date". */
const unreadable = "-";

/** Milliseconds since 1970; NaN when unreadable. Without a zone a text is UTC, never the zone of this computer. */
function millisecondsOf(moment: Moment): number {
  if (typeof moment !== "string") return Number(moment);
  const hasTime = /^\d{4}-\d{2}-\d{2}[T ]\d/.test(moment);
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(moment);
  return Date.parse(hasTime && !hasZone ? `${moment.replace(" ", "T")}Z` : moment);
}

/** A date whose UTC fields are what clocks and calendars in Japan show; undefined when unreadable. */
function inJapan(moment: Moment): Date | undefined {
  const time = new Date(millisecondsOf(moment) + japanOffsetMs);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

const digits = (value: number, count = 2) => String(value).padStart(count, "0");

/** The UTC fields of a date in the order of a pattern: YYYY, MMMM, MMM, MM, M, DD, D, HH, mm, ss. */
function inPattern(date: Date, pattern: string): string {
  const month = date.getUTCMonth();
  const day = date.getUTCDate();
  const parts: Record<string, string | undefined> = {
    YYYY: digits(date.getUTCFullYear(), 4),
    MMMM: months[month],
    MMM: months[month]?.slice(0, 3),
    MM: digits(month + 1),
    M: String(month + 1),
    DD: digits(day),
    D: String(day),
    HH: digits(date.getUTCHours()),
    mm: digits(date.getUTCMinutes()),
    ss: digits(date.getUTCSeconds()),
  };
  return pattern.replace(/YYYY|M{1,4}|DD?|HH|mm|ss/g, (part) => parts[part] ?? part);
}

function formatted(moment: Moment, lng: string, kind: keyof Formats): string {
  const time = inJapan(moment);
  return time ? inPattern(time, (formats[lng] ?? plainFormats)[kind]) : unreadable;
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

/** YYYY-MM-DD HH:mm:ss in Japan, the form that spreadsheet programs read as a date; "" when unreadable. */
export function formatSortable(moment: Moment): string {
  const time = inJapan(moment);
  return time ? inPattern(time, "YYYY-MM-DD HH:mm:ss") : "";
}

/** The value of `<time datetime>`: ISO 8601 with Japan's offset; undefined when unreadable. */
export function dateTimeAttribute(moment: Moment): string | undefined {
  const time = inJapan(moment);
  return time && `${inPattern(time, "YYYY-MM-DD")}T${inPattern(time, "HH:mm:ss")}+09:00`;
}

/** The day that it is in Japan at this moment. Throws RangeError when the moment cannot be read. */
export function dayOf(moment: Moment): Day {
  const time = inJapan(moment);
  if (!time) throw new RangeError(`not a moment: ${String(moment)}`);
  return inPattern(time, "YYYY-MM-DD");
}

/** Today in Japan. The clock is handed in, so that nothing here depends on when it runs. */
export function today(now: Moment): Day {
  return dayOf(now);
}

/** The day of a moment that is counted in UTC, as midnights of days are here. */
function dayAt(milliseconds: number): Day {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? unreadable : inPattern(date, "YYYY-MM-DD");
}

/** Is this text a day that exists (2024-02-29 does, 2023-02-29 does not)? */
export function isDay(text: string | null | undefined): text is Day {
  return text != null && dayPattern.test(text) && dayAt(Date.parse(text)) === text;
}

/** The first moment of a day in Japan. */
export function startOfDay(day: Day): Date {
  return new Date(Date.parse(day) - japanOffsetMs);
}

/** The last millisecond of a day in Japan. */
export function endOfDay(day: Day): Date {
  return new Date(startOfDay(addDays(day, 1)).getTime() - 1);
}

/** The day so many days later; earlier with a negative count. */
export function addDays(day: Day, count: number): Day {
  return dayAt(Date.parse(day) + count * dayMs);
}

/**
 * The same day of the month so many months later, or that month's last day (31 March less one month is the
 * last of February).
 */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return dayAt(Date.UTC(year, month - 1 + count, Math.min(date, lastOfMonth)));
}

/** Does the day begin only after today (in Japan)? */
export function isFuture(day: Day, now: Moment): boolean {
  return day > today(now);
}

/** How many days lie between two days: 1 for neighbours, negative when `to` is the earlier one. */
export function daysBetween(from: Day, to: Day): number {
  return Math.trunc((Date.parse(to) - Date.parse(from)) / dayMs);
}
