import { afterEach, describe, expect, it } from "vitest";
import { instant } from "~/domain/instant";
import { votingState } from "~/domain/dao";
import { formatDateTime, formatSortable, dateTimeAttribute } from "~/domain/japan-time";
import { newestFirst } from "~/domain/newest-first";
import { moment } from "#server/wire/common";
import { inZone } from "../../kit/data/zones";

const zone = process.env["TZ"];
afterEach(() => {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
});

const iso = (text: string) => {
  const at = instant(text);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
};

describe.each(["America/New_York", "Asia/Tokyo"])("on a computer in %s", (name) => {
  it.each([
    ["2026-12-24T23:30:00", "2026-12-24T23:30:00.000Z"],
    ["2026-12-24 23:30:00", "2026-12-24T23:30:00.000Z"],
    ["2026-12-24 23:30", "2026-12-24T23:30:00.000Z"],
    ["2026-12-24T23:30:00.123456", "2026-12-24T23:30:00.123Z"],
    ["2026-12-24T23:30:00,5Z", "2026-12-24T23:30:00.500Z"],
    ["2026-12-24t23:30:00z", "2026-12-24T23:30:00.000Z"],
    ["2026-12-24T23:30:00+09:00", "2026-12-24T14:30:00.000Z"],
    ["2026-12-24T23:30:00+0900", "2026-12-24T14:30:00.000Z"],
    ["2026-12-24 23:30:00 +09", "2026-12-24T14:30:00.000Z"],
    ["2026-12-24T23:30:00-05:30", "2026-12-25T05:00:00.000Z"],
    [" 2026-12-24T23:30:00Z ", "2026-12-24T23:30:00.000Z"],
    ["2026-12-25", "2026-12-24T15:00:00.000Z"],
    ["2026-02-29", undefined],
    ["2026-02-29T10:00:00Z", undefined],
    ["2026-13-01T10:00:00Z", undefined],
    ["2026-12-24T25:00:00Z", undefined],
    ["24 Dec 2026", undefined],
    ["1798155000000", undefined],
    ["tomorrow", undefined],
    ["", undefined],
  ])("%j is %j", (text, time) => {
    inZone(name);
    expect(iso(text)).toBe(time);
    expect(moment.safeParse(text).data).toBe(time);
  });

  it("shows a vote that ends without a zone on 25 December, 08:30", () => {
    inZone(name);
    const end_at = "2026-12-24T23:30:00";
    expect(formatDateTime(end_at, "ja")).toBe("2026.12.25 08:30");
    expect(formatSortable(end_at)).toBe("2026-12-25 08:30:00");
    expect(dateTimeAttribute(end_at)).toBe("2026-12-25T08:30:00+09:00");
    const state = (now: string) => votingState({ status: "IN_PROGRESS", end_at }, Date.parse(now));
    expect([state("2026-12-24T23:29:59Z"), state("2026-12-24T23:30:00Z")]).toEqual(["open", "ended"]);
  });

  it("sorts times of different forms", () => {
    inZone(name);
    const times = ["2026-12-24T10:00:00+09:00", "2026-12-24 02:00", "2026-12-24", undefined];
    const sorted = times.map((created_at) => ({ created_at })).sort(newestFirst);
    expect(sorted.map(({ created_at }) => created_at)).toEqual([times[1], times[0], times[2], undefined]);
  });
});
