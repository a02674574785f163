import { describe, expect, it } from "vitest";
import { type Facts, fitOf, takenOf } from "#server/purchases/response-fit.server";
import { keyOfCancel, keyOfTry } from "#server/purchases/keys.server";
import { tookNothing } from "#server/purchases/refusals.server";
import { NOW, iso, kite, withEqualClocks } from "./support";

withEqualClocks();

const lost = kite(NOW, { sentAt: NOW });

const at = (after: number) => iso(NOW + after);
const real: Facts = { status: "CAPTURED", amount: 30_000, currency: "SORIA", createdAt: at(500) };

describe("an answer to a purchase", () => {
  it.each<[string, Facts, string]>([
    ["that says all that was asked for", {}, "fits"],
    ["made a minute before the purchase, as clocks differ", { createdAt: at(-60_000) }, "fits"],
    ["without a time of capture", { capturedAt: undefined }, "fits"],
    ["without an amount", { amount: undefined }, "silent"],
    ["without a currency", { currency: undefined }, "silent"],
    ["without a time", { createdAt: undefined }, "silent"],
    ["without a status", { status: undefined }, "fits"],
  ])("%s: %j", (_, change, kind) => {
    expect(fitOf({ ...real, ...change }, lost, "CAPTURED")).toEqual({ kind });
  });

  it.each<[string, Facts, string, string]>([
    ["with a status that the call does not end with", { status: "PENDING" }, "misfit", "status PENDING"],
    ["made long before the purchase", { createdAt: at(-60_001) }, "misfit", `made at ${at(-60_001)}`],
    ["captured long before the purchase", { capturedAt: at(-120_000) }, "misfit", `made at ${at(-120_000)}`],
    ["for more", { amount: 30_001 }, "price", "for 30001"],
    ["for less", { amount: 1 }, "price", "for 1"],
    ["in another currency", { currency: "POINT" }, "price", "in POINT"],
  ])("%s does not fit, and the log says why", (_, change, kind, why) => {
    expect(fitOf({ ...real, ...change }, lost, "CAPTURED")).toEqual({ kind, why });
  });

  it.each<[string, Facts, number | undefined]>([
    ["at the capture", { capturedAt: at(900) }, 900],
    ["at its creation, without a time of capture", {}, 500],
    ["unknown without a time", { createdAt: undefined }, undefined],
    ["unknown without an amount", { amount: undefined, capturedAt: at(900) }, undefined],
    ["unknown without a currency", { currency: undefined, capturedAt: at(900) }, undefined],
    ["unknown in a currency that the store has not", { currency: "DOGE" }, undefined],
  ])("says what was taken: %s", (_, change, after) => {
    const taken = { amount: 30_000, currency: "SORIA", at: NOW + (after ?? 0) };
    expect(takenOf({ ...real, ...change })).toEqual(after === undefined ? undefined : taken);
  });
});

describe("the key of a capture or confirm call", () => {
  const key = "epoch-16-letters-derived-part-of-32-characters---";

  it("is the purchase's at first, and another one after each refusal, however long it takes", () => {
    expect(keyOfTry({ key })).toBe(key);
    const others = [keyOfTry({ key, refusals: 1 }), keyOfTry({ key, refusals: 2 })];
    expect(new Set([key, ...others]).size).toBe(3);
  });

  it("is the same on every machine, and keeps the epoch [M2.11]", () => {
    expect(keyOfTry({ key, refusals: 1 })).toBe(keyOfTry({ key, refusals: 1 }));
    expect(keyOfTry({ key, refusals: 1 })).toMatch(/^epoch-16-letters-[\w-]{32}$/);
    // Older releases made keys without an epoch.
    expect(keyOfTry({ key: "key-of-a-purchase-0", refusals: 1 })).toMatch(/^[\w-]{32}$/);
    for (const odd of [`x${key}`, `${key}x`])
      expect(keyOfTry({ key: odd, refusals: 1 })).toMatch(/^[\w-]{32}$/);
  });

  it("is another one for each cancel call", () => {
    expect(keyOfCancel()).toMatch(/^[\w-]{32}$/);
    expect(keyOfCancel()).not.toBe(keyOfCancel());
  });
});

describe("a code of the API", () => {
  it.each([8000, 8004, 8006, 10000, 10001, 10002, 10003, 10004, 10006, 10007, 10100, 10103, 10110])(
    "%d says that nothing was taken [A267.2]",
    (code) => expect(tookNothing(code)).toBe(true),
  );
  it.each([undefined, 1, 1010, 4711, 7999, 8007, 9999, 10005, 10008, 10101, 10102, 10104, 10108])(
    "%s leaves open whether money was taken [A269.2]",
    (code) => expect(tookNothing(code)).toBe(false),
  );
});
