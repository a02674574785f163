/** The clock of the server: follows the machine's, and an offset that only a test can set. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { now, setClockOffset } from "#server/runtime/clock.server";

afterEach(() => {
  setClockOffset(0);
  vi.restoreAllMocks();
});

describe("now", () => {
  it("returns what Date.now returns", () => {
    vi.spyOn(Date, "now").mockReturnValue(1_234);
    expect(now()).toBe(1_234);
  });

  it("adds the offset", () => {
    vi.spyOn(Date, "now").mockReturnValue(1_234);
    setClockOffset(60_000);
    expect(now()).toBe(61_234);
  });

  it("shares the offset with another bundle of the same module", async () => {
    vi.spyOn(Date, "now").mockReturnValue(1_000);
    setClockOffset(500);
    vi.resetModules();
    const other = await import("#server/runtime/clock.server");
    expect(other.now).not.toBe(now);
    expect(other.now()).toBe(1_500);
  });
});
