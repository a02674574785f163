import dayjs from "dayjs";
import utcPlugin from "dayjs/plugin/utc.js";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { addDays, addMonths, isDay } from "~/domain/calendar";
import {
  dateTimeAttribute,
  dayOf,
  endOfDay,
  formatDate,
  formatDateTime,
  formatLongDate,
  formatDay,
  formatMonth,
  formatTime,
  formatSortable,
  isFuture,
  startOfDay,
  timeOf,
  today,
} from "~/domain/japan-time";
import dateFormats from "~/domain/date-formats.json";
import { seededRandom } from "#server/sandbox/seed/random";
import { seedOf } from "../../kit/data/random";

dayjs.extend(utcPlugin);
const { utc } = dayjs;

const evening = "2024-10-18T12:04:09Z";

test.each([
  ["ja", "2024.10.18 21:04", "2024.10.18", "2024年10月18日"],
  ["en", "18 Oct 2024, 21:04", "18 Oct 2024", "18 October 2024"],
  ["ko", "2024. 10. 18. 21:04", "2024. 10. 18.", "2024년 10월 18일"],
  ["zh", "2024-10-18 21:04", "2024-10-18", "2024年10月18日"],
  ["fr", "2024-10-18 21:04", "2024-10-18", "2024-10-18"],
])("%s writes %s, %s and %s", (lng, dateTime, date, longDate) => {
  expect(formatDateTime(evening, lng)).toBe(dateTime);
  expect(formatDate(evening, lng)).toBe(date);
  expect(formatLongDate(evening, lng)).toBe(longDate);
});

test.each([
  ["2026-11-20T14:59:59.999Z", "2026-11-20"],
  ["2026-11-20T15:00:00Z", "2026-11-21"],
  ["2026-12-31T15:00:00Z", "2027-01-01"],
  ["2024-02-28T15:00:00Z", "2024-02-29"],
  ["2026-11-20T23:00:00+09:00", "2026-11-20"],
  [Date.UTC(2026, 10, 20, 15), "2026-11-21"],
])("%s is on %s in Japan", (moment, day) => {
  expect(dayOf(moment)).toBe(day);
  expect(today(moment)).toBe(day);
});

it("does not depend on the machine's zone", () => {
  const zone = process.env["TZ"];
  process.env["TZ"] = "America/Los_Angeles";
  try {
    expect(formatDateTime(evening, "ja")).toBe("2024.10.18 21:04");
    expect(addMonths("2026-03-31", -1)).toBe("2026-02-28");
    expect(startOfDay("2026-11-20").toISOString()).toBe("2026-11-19T15:00:00.000Z");
    // Spans the end of daylight saving time in that time zone.
    expect(addDays("2026-10-30", 4)).toBe("2026-11-03");
  } finally {
    if (zone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zone;
  }
});

describe("a time without a zone", () => {
  beforeEach(() => void vi.stubEnv("TZ", "America/Los_Angeles"));
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test.each(["T12:04", "T12:04:09", "T12:04:09.5", " 12:04", " 12:04:09"])("is UTC: %s", (time) => {
    expect(formatDateTime(`2024-10-18${time}`, "ja")).toBe("2024.10.18 21:04");
  });

  test.each([
    ["2024-10-18 12:04:09", "2024-10-18T12:04:09Z"],
    ["2024-10-18 12:04:09+02:00", "2024-10-18T12:04:09+02:00"],
    ["2024-10-18T12:04:09Z", "2024-10-18T12:04:09Z"],
  ])("%s is read as %s, which every engine can", (text, iso) => {
    const parse = vi.spyOn(Date, "parse");
    timeOf(text);
    expect(parse).toHaveBeenCalledWith(iso);
  });
});

describe("a field that is no date", () => {
  test.each(["", "soon", "2024-99-99T00:00:00Z", "2024-14-01 10:00:00", NaN, new Date(NaN)])(
    "%j shows as a dash and throws nothing",
    (text) => {
      expect(formatDateTime(text, "ja")).toBe("-");
      expect(formatDate(text, "en")).toBe("-");
      expect(formatSortable(text)).toBe("");
      expect(dateTimeAttribute(text)).toBeUndefined();
      expect(() => dayOf(text)).toThrow(new RangeError(`not a moment: ${String(text)}`));
    },
  );
});

it("writes machine forms with Japan's offset", () => {
  expect(dateTimeAttribute(evening)).toBe("2024-10-18T21:04:09+09:00");
  expect(formatSortable(evening)).toBe("2024-10-18 21:04:09");
});

test.each([
  ["2024-02-29", true],
  ["2023-02-29", false],
  ["2026-04-31", false],
  ["2026-13-01", false],
  ["2026-1-1", false],
  ["2026-11-20T00:00", false],
  ["2024-10-18x", false],
  ["x2024-10-18", false],
  ["Invalid Date", false],
  ["", false],
  [null, false],
  [undefined, false],
])("isDay(%j) is %s", (text, expected) => {
  expect(isDay(text)).toBe(expected);
});

it("knows where a day begins and ends", () => {
  expect(startOfDay("2026-11-20").toISOString()).toBe("2026-11-19T15:00:00.000Z");
  expect(endOfDay("2026-11-20").toISOString()).toBe("2026-11-20T14:59:59.999Z");
});

it("counts days and months [A144.4]", () => {
  expect(addDays("2024-02-28", 1)).toBe("2024-02-29");
  expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
  expect(addMonths("2024-03-31", -1)).toBe("2024-02-29");
  expect(addMonths("2026-12-31", 2)).toBe("2027-02-28");
});

test.each([
  ["2026-11-20", "2026-11-20T14:59:59Z", false],
  ["2026-11-21", "2026-11-20T14:59:59Z", true],
  ["2026-11-21", "2026-11-20T15:00:00Z", false],
])("is %s future at %s: %s", (day, now, expected) => {
  expect(isFuture(day, now)).toBe(expected);
});

// tests/unit/i18n/typography.test.ts compares the four languages with Intl.
it("writes a month and a day in digits in another language, and a dash for an invalid time", () => {
  expect([formatMonth(evening, "xx"), formatMonth("nonsense", "xx")]).toEqual(["2024-10", "-"]);
  expect([formatDay(evening, "xx"), formatDay("nonsense", "xx")]).toEqual([
    { day: "2024-10-18", weekday: "" },
    { day: "-", weekday: "" },
  ]);
});

const SEED = seedOf("DATES_SEED");

test(`any time reads as Day.js reads and writes it (DATES_SEED=${SEED})`, () => {
  const random = seededRandom(SEED);
  // Day.js reads the years 1 to 99 as 1901 to 1999.
  const [first, last] = [Date.parse("0100-01-02T00:00:00Z"), Date.parse("9999-12-30T00:00:00Z")];
  for (let round = 0; round < 500; round += 1) {
    const iso = new Date(random.whole(first, last)).toISOString();
    for (const text of [iso, iso.slice(0, 19), iso.slice(0, 19).replace("T", " "), iso.slice(0, 10)]) {
      // A day alone is that day in Japan.
      const read = text.length === 10 ? utc(text).subtract(9, "hour") : utc(text);
      expect(timeOf(text), text).toBe(read.valueOf());
      // Day.js's own offset is wrong by seconds where the computer's zone had local mean time.
      const expected = read.add(9, "hour");
      expect(dateTimeAttribute(text), text).toBe(expected.format("YYYY-MM-DDTHH:mm:ss[+09:00]"));
      for (const [lng, { date, dateTime, longDate, month, day, time }] of Object.entries(dateFormats)) {
        expect(formatDate(text, lng)).toBe(expected.format(date));
        expect(formatDateTime(text, lng)).toBe(expected.format(dateTime));
        expect(formatLongDate(text, lng)).toBe(expected.format(longDate));
        expect(formatMonth(text, lng)).toBe(expected.format(month));
        expect(formatDay(text, lng).day).toBe(expected.format(day));
        expect(formatTime(text, lng)).toBe(expected.format(time));
      }
    }
    const day = utc(iso).add(9, "hour");
    expect(startOfDay(dayOf(iso)).getTime()).toBe(day.startOf("day").subtract(9, "hour").valueOf());
    expect(endOfDay(dayOf(iso)).getTime()).toBe(day.endOf("day").subtract(9, "hour").valueOf());
  }
});
