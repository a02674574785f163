/** How a call about money is asked, asked again, and given up. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "#server/errors/api-error";
import { SignInNeeded } from "#server/errors/sign-in-needed.server";
import { ask, askThrice, repeatable } from "#server/purchases/asking.server";
import { drainBackground, runInBackground } from "#server/purchases/background-task.server";
import { features } from "#server/purchases/features.server";
import { findPurchase } from "#server/purchases/ledger.server";
import { timing } from "#server/purchases/timing.server";
import { log } from "#server/observe/log.server";
import { noApiTiming } from "#server/runtime/api-timing";
import { inRequestScope, requestScope } from "#server/runtime/request-scope.server";
import { Code } from "#server/wire/codes";
import { NOW, kite, newBuyer } from "./support";

const CALL = "POST /store/order/capture";
const refusal = ApiError.business(CALL, Code.STORE_NOT_PAID, null);
const lost = ApiError.noResponse(CALL, 504, "timeout");

const { tries } = timing;
beforeEach(() => {
  timing.tries = [0, 1, 2];
});
afterEach(() => {
  timing.tries = tries;
});

/** Returns work that fails with each error in turn, then succeeds. */
function failing(...errors: unknown[]) {
  const left = [...errors];
  return vi.fn(async () => {
    const error = left.shift();
    if (error !== undefined) throw error;
    return "done";
  });
}

describe("a call", () => {
  it("has a response, a refusal, or no result", async () => {
    const signIn = new SignInNeeded({ setCookies: [] }, "/store", false);
    expect(await ask(failing())).toEqual({ data: "done" });
    expect(await ask(failing(refusal))).toEqual({ refused: refusal });
    for (const error of [lost, ApiError.http(CALL, 500), signIn])
      expect(await ask(failing(error))).toStrictEqual({});
    await expect(ask(failing(new TypeError("a fault of ours")))).rejects.toThrow("a fault of ours");
  });

  it("is made three times, with pauses of 300 and 900 ms, without a result", async () => {
    expect(tries).toEqual([0, 300, 900]);
    const never = failing(lost, lost, lost, lost);
    expect(await askThrice(never)).toStrictEqual({});
    expect(never).toHaveBeenCalledTimes(3);
    const third = failing(lost, lost);
    expect(await askThrice(third)).toEqual({ data: "done" });
    const first = failing();
    expect(await askThrice(first)).toEqual({ data: "done" });
    expect(first).toHaveBeenCalledTimes(1);
  });

  it("waits before each attempt for as long as it is set to", async () => {
    timing.tries = [0, 40, 20];
    const order: string[] = [];
    const never = failing(lost, lost, lost);
    // Timers end in the order of their times, however busy the machine is.
    setTimeout(() => order.push("35 ms"), 35);
    await askThrice((...args: Parameters<typeof never>) => {
      order.push("attempt");
      return never(...args);
    });
    expect(order).toEqual(["attempt", "35 ms", "attempt", "attempt"]);
  });

  it("ends at a refusal, and is retried where another try may succeed", async () => {
    const once = failing(refusal);
    expect(await askThrice(once)).toEqual({ refused: refusal });
    expect(once).toHaveBeenCalledTimes(1);
    const paidLater = failing(refusal, refusal);
    expect(await askThrice(paidLater, ({ code }) => code !== Code.STORE_NOT_PAID)).toEqual({
      data: "done",
    });
    const never = failing(refusal, refusal, refusal);
    expect(await askThrice(never, () => false)).toEqual({ refused: refusal });
  });
});

describe("the key of a repeated call", () => {
  /** Makes the call again after each error. @returns the keys, and the refusals in the ledger */
  async function keysAfter(errors: unknown[], refusals?: number) {
    const purchase = kite(Date.now(), { kind: "card", state: "paid", ...(refusals && { refusals }) });
    const { owner } = await newBuyer(purchase);
    const keys: string[] = [];
    const left = [...errors];
    const once = repeatable(owner, purchase, async (key) => {
      keys.push(key);
      const error = left.shift();
      if (error !== undefined) throw error;
      return "done";
    });
    for (const error of errors) await expect(once()).rejects.toBe(error);
    expect(await once()).toBe("done");
    return {
      keys: keys.map((key) => keys.indexOf(key)),
      refusals: (await findPurchase(owner, purchase.key))?.refusals,
    };
  }

  it.each([
    ["a lost response", lost],
    ["a response of another shape", ApiError.shape(CALL, "no amount")],
    ["409, another request with it is under way", ApiError.http(CALL, 409)],
    ["429", ApiError.http(CALL, 429)],
    ["503", ApiError.http(CALL, 503)],
    ["a fault of ours", new TypeError("a fault of ours")],
  ])("stays after %s", async (_, error) => {
    expect(await keysAfter([error])).toEqual({ keys: [0, 0], refusals: undefined });
  });

  it.each([
    ["a refusal", refusal],
    ["a 500, which the API may have stored", ApiError.http(CALL, 500)],
    ["a 401", ApiError.http(CALL, 401)],
  ])("changes after %s, and the ledger counts it", async (_, error) => {
    expect(await keysAfter([error, error])).toEqual({ keys: [0, 1, 2], refusals: 2 });
    expect((await keysAfter([error], 3)).refusals).toBe(4);
  });
});

describe("what the API offers", () => {
  afterEach(() => {
    for (const feature of Object.values(features)) feature.has = undefined;
  });

  it("is unknown at first, and missing for ten minutes after it was found missing", () => {
    vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
    const { list } = features;
    expect([list.has, list.isMissing()]).toEqual([undefined, false]);
    list.note(false);
    expect([list.has, list.isMissing()]).toEqual([false, true]);
    vi.setSystemTime(NOW + 10 * 60_000 - 1);
    expect(list.isMissing()).toBe(true);
    vi.setSystemTime(NOW + 10 * 60_000);
    expect(list.isMissing()).toBe(false);
    list.note(true);
    expect([list.has, list.isMissing()]).toEqual([true, false]);
  });

  it("is logged when it changes", () => {
    const info = vi.spyOn(log, "info").mockImplementation(() => undefined);
    for (const has of [true, true, false]) features.cancel.note(has);
    features.prices.note(true);
    features.list.note(true);
    expect(info.mock.calls.map(([line]) => line as unknown)).toEqual([
      { feature: "cancel", has: true },
      { feature: "cancel", has: false },
      { feature: "prices", has: true },
      { feature: "list", has: true },
    ]);
    expect(info.mock.calls[0]?.[1]).toContain("product API offers");
  });
});

describe("work beside a request", () => {
  it("has a scope of its own, named after the request", async () => {
    const idOf = () => requestScope()?.requestId;
    expect(await runInBackground(async () => idOf())).toBe("background-purchases");
    const scope = { requestId: "r1", api: noApiTiming() };
    const work = async () => [idOf(), requestScope()?.api === scope.api];
    expect(await inRequestScope(scope, () => runInBackground(work))).toEqual(["r1-purchases", false]);
  });

  it("is waited for before the process ends, also when it fails, and not for ever", async () => {
    const done: string[] = [];
    const later = (ms: number, name: string) =>
      runInBackground(async () => {
        // Work that takes this long.
        // oxlint-disable-next-line soria/no-sleep
        await new Promise((resolve) => setTimeout(resolve, ms));
        done.push(name);
        if (name === "fails") throw new Error(name);
      });
    const timers = () => process.getActiveResourcesInfo().filter((each) => each === "Timeout").length;
    const before = timers();
    later(5, "fails").catch(() => undefined);
    void later(10, "ends");
    await drainBackground(5_000);
    expect(done).toEqual(["fails", "ends"]);
    // A timer of 5 s would keep the process alive.
    expect(timers()).toBeLessThanOrEqual(before);
    const slow = later(60, "slow");
    await drainBackground(5);
    expect(done).not.toContain("slow");
    await slow;
  });
});
