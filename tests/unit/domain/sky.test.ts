import { expect, test } from "vitest";
import { hourInJapan, skyTop } from "~/domain/sky";

test.each([
  ["2026-11-28T14:59:59.999Z", 23],
  ["2026-11-28T15:00:00Z", 0],
  ["2026-11-28T20:00:00Z", 5],
  ["2026-11-28T08:59:59Z", 17],
  ["2026-11-28T09:00:00Z", 18],
])("at %s it is %i o'clock in Japan", (moment, hour) => {
  expect(hourInJapan(Date.parse(moment))).toBe(hour);
});

test("the night lasts until 5:00, and the night theme has it by day", () => {
  expect(skyTop(4)).toBe(skyTop(21));
  expect(skyTop(5)).not.toBe(skyTop(4));
  expect(skyTop(12, true)).toBe(skyTop(21));
  expect(skyTop(17, true)).toBe(skyTop(17));
});
