import { describe, expect, it } from "vitest";
import { type Facts, fitOf } from "#server/purchases/answer-fits.server";
import { keyOfTry } from "#server/purchases/keys.server";
import { tookNothing } from "#server/purchases/money-codes.server";
import type { Purchase } from "#server/purchases/purchase.server";

const NOW = Date.UTC(2026, 0, 15);

const lost: Purchase = {
  ...{ key: "key-of-a-purchase-0", kind: "balance", state: "asked", objectId: 1, name: "Kite", quantity: 1 },
  ...{ unitAmount: 30_000, amount: 30_000, currency: "SORIA" },
  ...{ createdAt: NOW, changedAt: NOW, sentAt: NOW, looks: 0, lookAt: NOW },
};

const at = (after: number) => new Date(NOW + after).toISOString();
const real: Facts = { status: "CAPTURED", amount: 30_000, currency: "SORIA", createdAt: at(500) };

describe("an answer to a purchase", () => {
  it.each<[string, Facts, string]>([
    ["that says all that was asked for", {}, "fits"],
    ["with a status that the call does not end with", { status: "PENDING" }, "misfit"],
    ["made long before the purchase", { createdAt: at(-120_000) }, "misfit"],
    ["captured long before the purchase", { capturedAt: at(-120_000) }, "misfit"],
    ["for more", { amount: 30_001 }, "price"],
    ["for less", { amount: 1 }, "price"],
    ["in another currency", { currency: "POINT" }, "price"],
    ["without an amount", { amount: undefined }, "silent"],
    ["without a time", { createdAt: undefined }, "silent"],
  ])("%s: %j", (_, change, kind) => {
    expect(fitOf({ ...real, ...change }, lost, "CAPTURED").kind).toBe(kind);
  });
});

describe("the key of a capture or confirm call", () => {
  const key = "epoch-16-letters-derived-part-of-32-characters---";

  it("is the purchase's at first, and another one after each refusal and each check without a result", () => {
    expect(keyOfTry({ key, looks: 0 })).toBe(key);
    const others = [
      keyOfTry({ key, looks: 0, refusals: 1 }),
      keyOfTry({ key, looks: 0, refusals: 2 }),
      keyOfTry({ key, looks: 1, refusals: 2 }),
    ];
    expect(new Set([key, ...others]).size).toBe(4);
  });

  it("is the same on every machine, and keeps the epoch [M2.11]", () => {
    expect(keyOfTry({ key, looks: 0, refusals: 1 })).toBe(keyOfTry({ key, looks: 0, refusals: 1 }));
    expect(keyOfTry({ key, looks: 0, refusals: 1 })).toMatch(/^epoch-16-letters-[\w-]{32}$/);
    // Older releases made keys without an epoch.
    expect(keyOfTry({ key: "key-of-a-purchase-0", looks: 0, refusals: 1 })).toMatch(/^[\w-]{32}$/);
  });
});

describe("a code of the API", () => {
  it.each([8000, 8004, 8006, 10000, 10001, 10002, 10003, 10004, 10006, 10007, 10100, 10103, 10110])(
    "%d says that nothing was taken",
    (code) => expect(tookNothing(code)).toBe(true),
  );
  it.each([undefined, 1, 1010, 4711, 7999, 8007, 9999, 10005, 10008, 10101, 10102, 10104, 10108])(
    "%s leaves open whether money was taken",
    (code) => expect(tookNothing(code)).toBe(false),
  );
});
