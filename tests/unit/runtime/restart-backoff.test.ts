import { expect, it } from "vitest";
import { Restarts } from "#server/runtime/restart-backoff";

it("waits longer each time, half a minute at most, and begins anew after a minute without an accident", () => {
  const restarts = new Restarts();
  const pauses = Array.from({ length: 9 }, () => restarts.next(100));
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  expect([restarts.next(60_000), restarts.next(59_000)]).toEqual([500, 1_000]);
});
