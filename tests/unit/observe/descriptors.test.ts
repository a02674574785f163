import { afterEach, describe, expect, it, vi } from "vitest";
import { limitIn, watchDescriptors } from "#server/observe/descriptors.server";
import { log } from "#server/observe/log.server";
import { setClockOffset } from "#server/runtime/clock.server";

let stop: () => void = () => undefined;
let passed = 0;
afterEach(() => {
  stop();
});
const check = () => setClockOffset((passed += 5_000));

describe("the limit of open files", () => {
  it.each([
    ["Max open files            1024                 524288               files", 1024],
    ["Max open files            unlimited            unlimited            files", undefined],
    ["Max processes             1024                 1024                 processes", undefined],
  ])("in %j is %j", (line, limit) => expect(limitIn(`Limit\n${line}\n`)).toBe(limit));

  it("is told at the start when it is low", () => {
    const warn = vi.spyOn(log, "warn");
    stop = watchDescriptors(1_024, () => 30);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      { limit: 1_024, wanted: 4_096 },
      expect.stringContaining("low"),
    );
    stop();
    stop = watchDescriptors(16_384, () => 30);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it("is told when it is reached, once a minute", () => {
    const error = vi.spyOn(log, "error");
    let open = 30;
    stop = watchDescriptors(5_000, () => open);
    check();
    expect(error).not.toHaveBeenCalled();
    open = 4_990;
    for (let n = 0; n < 13; n += 1) check();
    expect(error).toHaveBeenCalledTimes(2);
    expect(error).toHaveBeenLastCalledWith({ open: 4_990, limit: 5_000 }, expect.stringContaining("used up"));
  });
});
