import { utc } from "./utc";

export interface CalendarEntry {
  /** Never changes for the same thing, so that a second import replaces the first. */
  uid: string;
  /** When the entry takes place, and when the file is made. */
  at: Date;
  madeAt: Date;
  title: string;
  description: string;
  /** An absolute address. */
  url: string;
  /** How many hours before to remind. */
  remindHours: number;
}

/** The longest line of the format, in bytes of UTF-8, without its line break (RFC 5545, 3.1). */
const LINE_BYTES = 75;

/** 20241018T030000Z: a moment in UTC, which every calendar puts into its owner's zone. */
function moment(date: Date): string {
  return utc(date).format("YYYYMMDD[T]HHmmss[Z]");
}

/** TEXT of RFC 5545, 3.3.11: what is syntax is escaped, other control characters and marks for line breaks go. */
function text(value: string): string {
  return value
    .replace(/\\/g, "\\\\")
    .replace(/[;,]/g, "\\$&")
    .replace(/\r\n|\r|\n/g, "\\n")
    .replace(/[\u0000-\u001f\u007f\u200b]/g, "");
}

/** Breaks a line between characters so that no part is longer than allowed; a part that goes on begins with a space. */
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

/** A calendar file (RFC 5545) with one moment in it and a reminder before. */
export function calendarFile(entry: CalendarEntry): string {
  const { uid, at, madeAt, title, description, url, remindHours } = entry;
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Soria//DAO//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${text(uid)}`,
    `DTSTAMP:${moment(madeAt)}`,
    `DTSTART:${moment(at)}`,
    `SUMMARY:${text(title)}`,
    `DESCRIPTION:${text(description)}`,
    `URL:${url}`,
    "TRANSP:TRANSPARENT",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${text(title)}`,
    `TRIGGER:-PT${remindHours}H`,
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join("");
}
