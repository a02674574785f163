/** The server's clock: the machine's clock plus an offset that only tests can set. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { every, now, setClockOffset } from "#server/runtime/clock.server";

afterEach(() => {
  setClockOffset(0);
});

describe("every", () => {
  it("does its work once when the clock is moved past several periods, and not after its end", () => {
    let done = 0;
    const end = every(60_000, () => (done += 1));
    setClockOffset(59_000);
    expect(done).toBe(0);
    setClockOffset(600_000);
    expect(done).toBe(1);
    end();
    setClockOffset(6_000_000);
    expect(done).toBe(1);
  });

  it("does its work by a timer of the machine", () => {
    vi.useFakeTimers();
    let done = 0;
    const end = every(60_000, () => (done += 1));
    vi.advanceTimersByTime(130_000);
    expect(done).toBe(2);
    end();
    vi.useRealTimers();
  });
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

  it("keeps the offset when a hot reload evaluates the module again", async () => {
    vi.spyOn(Date, "now").mockReturnValue(1_000);
    setClockOffset(500);
    vi.resetModules();
    const other = await import("#server/runtime/clock.server");
    expect(other.now).not.toBe(now);
    expect(other.now()).toBe(1_500);
  });
});
