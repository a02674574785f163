import { expect, test } from "vitest";
import { waitedMs } from "#server/runtime/api-timing";

test.each([
  ["none", "", 0],
  ["one", "5-8", 3],
  ["one after the other", "0-2 5-8", 5],
  ["one that begins when another ends", "0-2 2-5", 5],
  ["the same twice", "1-4 1-4", 3],
  ["overlapping, in the order of their ends", "3-6 1-7 6-10", 9],
  ["some within another, and one after a pause", "2-3 4-9 0-10 12-13", 11],
])("%s: %s", (_, waits, ms) => {
  const pairs = [...waits.matchAll(/(\d+)-(\d+)/g)].map(
    ([, from, to]) => [Number(from), Number(to)] as const,
  );
  expect(waitedMs(pairs)).toBe(ms);
});
