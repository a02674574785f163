import { expect, test } from "vitest";
import { remainingOf, remainingUntil } from "~/domain/remaining-time";

const minute = 60_000;

test.each([
  [{ days: 3, hours: 4, minutes: 5 }, 0, { days: 3, hours: 4, minutes: 5 }],
  [{ days: 3, hours: 4, minutes: 5 }, 5 * minute - 1, { days: 3, hours: 4, minutes: 1 }],
  [{ days: 1, hours: 0, minutes: 0 }, minute, { days: 0, hours: 23, minutes: 59 }],
  [{ days: 0, hours: 0, minutes: 1 }, minute, { days: 0, hours: 0, minutes: 0 }],
  [{ days: 0, hours: 0, minutes: 1 }, 2 * minute, undefined],
  // The clock was set back.
  [{ days: 0, hours: 0, minutes: 1 }, -minute, { days: 0, hours: 0, minutes: 2 }],
])("of %j, %i ms later, %j is left", (told, elapsedMs, left) => {
  expect(remainingOf(told, elapsedMs)).toEqual(left);
});

test.each([
  ["2028-02-29T00:00:00Z", "2028-02-28T23:59:00Z", { days: 0, hours: 0, minutes: 1 }],
  ["2028-03-01T00:00:00Z", "2028-02-28T00:00:00Z", { days: 2, hours: 0, minutes: 0 }],
  ["2027-03-01T00:00:00Z", "2027-02-28T00:00:00Z", { days: 1, hours: 0, minutes: 0 }],
  ["2028-02-29T00:00:00Z", "2028-02-28T23:00:06Z", { days: 0, hours: 0, minutes: 59 }],
  ["2028-02-29T00:00:00Z", "2028-02-28T23:00:00Z", { days: 0, hours: 1, minutes: 0 }],
  ["2028-02-29T00:00:00Z", "2028-02-15T00:01:00Z", { days: 13, hours: 23, minutes: 59 }],
  ["2028-02-29T00:00:00Z", "2028-02-28T23:59:30Z", { days: 0, hours: 0, minutes: 0 }],
  ["2028-02-29T00:00:00Z", "2028-02-29T00:00:00Z", undefined],
  ["2028-02-29T00:00:00Z", "2028-02-29T00:00:01Z", undefined],
  ["soon", "2028-02-29T00:00:01Z", undefined],
])("until %s, seen at %s, %j is left", (end, now, left) => {
  expect(remainingUntil(end, Date.parse(now))).toEqual(left);
});
