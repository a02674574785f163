import { brand as siteNames } from "#brand/brand.json";

export interface CalendarEntry {
  /** Stable per event, so that a second import replaces the first. */
  uid: string;
  /** `at` is the time of the event, or its day in UTC for an all-day event; `madeAt` when the file is generated. */
  at: Date;
  madeAt: Date;
  isAllDay?: boolean;
  title: string;
  description: string;
  url: string;
  /** Time of the reminder, in hours before the event; undefined for none. */
  remindHours?: number;
}

/** What a calendar program shows of a subscribed calendar, and how often it reads it. */
interface Subscription {
  name: string;
  everyHours: number;
}

/** Maximum line length in bytes of UTF-8, without the line break (RFC 5545, 3.1). */
const LINE_BYTES = 75;

/** Formats a time in UTC (20241018T030000Z); calendar programs convert it to the user's time zone. */
const moment = (date: Date): string => date.toISOString().replace(/[-:]|\.\d{3}/g, "");

/** Escapes a TEXT value (RFC 5545, 3.3.11). Removes other control characters and zero-width spaces. */
const text = (value: string): string =>
  value
    .replace(/\\/g, "\\\\")
    .replace(/[;,]/g, "\\$&")
    .replace(/\r\n|\r|\n/g, "\\n")
    .replace(/[\u0000-\u001f\u007f\u200b]/g, "");

/** Folds a line between characters so that no part exceeds the limit; each continuation starts with a space. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = "";
  let bytes = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (bytes + size > LINE_BYTES) {
      parts.push(part);
      part = " ";
      bytes = 1;
    }
    part += character;
    bytes += size;
  }
  return [...parts, part].join("\r\n");
}

function linesOf({
  uid,
  at,
  madeAt,
  isAllDay,
  title,
  description,
  url,
  remindHours,
}: CalendarEntry): string[] {
  return [
    "BEGIN:VEVENT",
    `UID:${text(uid)}`,
    `DTSTAMP:${moment(madeAt)}`,
    isAllDay ? `DTSTART;VALUE=DATE:${moment(at).slice(0, 8)}` : `DTSTART:${moment(at)}`,
    `SUMMARY:${text(title)}`,
    `DESCRIPTION:${text(description)}`,
    `URL:${url}`,
    "TRANSP:TRANSPARENT",
    ...(remindHours === undefined
      ? []
      : [
          "BEGIN:VALARM",
          "ACTION:DISPLAY",
          `DESCRIPTION:${text(title)}`,
          `TRIGGER:-PT${remindHours}H`,
          "END:VALARM",
        ]),
    "END:VEVENT",
  ];
}

/** Returns a calendar file (RFC 5545; RFC 7986 for the name and the interval of a subscription). */
export function calendarOf(entries: readonly CalendarEntry[], subscription?: Subscription): string {
  const { name, everyHours } = subscription ?? {};
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${text(siteNames.en)}//DAO//EN`,
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    // Programs read one or the other of each pair.
    ...(name === undefined ? [] : [`NAME:${text(name)}`, `X-WR-CALNAME:${text(name)}`]),
    ...(everyHours === undefined
      ? []
      : [`REFRESH-INTERVAL;VALUE=DURATION:PT${everyHours}H`, `X-PUBLISHED-TTL:PT${everyHours}H`]),
    ...entries.flatMap(linesOf),
    "END:VCALENDAR",
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join("");
}

/** Returns a calendar file with one event. */
export const calendarFile = (entry: CalendarEntry): string => calendarOf([entry]);
