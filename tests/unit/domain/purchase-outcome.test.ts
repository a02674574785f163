import { describe, expect, it } from "vitest";
import { moneyPlaceOf } from "~/domain/purchase-outcome";
import { outcomes, statusOf } from "~/domain/purchase-status";
import type { IntentReading, Kind, PurchaseSummary, State } from "~/domain/purchase-summary";

const purchase: PurchaseSummary = {
  key: "a-key-of-a-purchase-00",
  kind: "balance",
  state: "captured",
  objectId: 5,
  name: "Ferry bell",
  quantity: 2,
  amount: 36_000,
  currency: "SORIA",
  createdAt: "2026-11-23T14:59:00Z",
};
const unknown: IntentReading = { kind: "unknown" };
const declined: IntentReading = { kind: "card", reason: "declined" };

describe("the money line and the picture of a purchase", () => {
  it.each([
    ["balance", "asked", unknown, "unknown", "unknown"],
    ["balance", "unclear", unknown, "unknown", "unknown"],
    ["balance", "mismatch", unknown, "unknown", "unknown"],
    ["balance", "captured", unknown, "taken", "confirming"],
    ["balance", "refused", unknown, "none", "given-up"],
    ["order", "asked", unknown, "none", "order-waits"],
    ["order", "ordered", unknown, "none", "order-waits"],
    ["order", "confirming", unknown, "taken", "confirming"],
    ["card", "open", unknown, "none", "order-waits"],
    ["card", "open", { kind: "card" }, "none", "order-waits"],
    ["card", "open", declined, "none", "declined"],
    ["card", "open", { kind: "amountChanged" }, "none", "price-changed"],
    ["card", "submitted", { kind: "action" }, "none", "waiting"],
    ["card", "submitted", { kind: "processing" }, "unknown", "waiting"],
    ["card", "submitted", { kind: "succeeded" }, "taken", "confirming"],
    ["card", "submitted", { kind: "canceled" }, "none", "given-up"],
    ["card", "submitted", unknown, "unknown", "unknown"],
    ["card", "dropped", unknown, "unknown", "given-up"],
    ["card", "dropped", { kind: "processing" }, "unknown", "waiting"],
    ["card", "paid", unknown, "taken", "confirming"],
    ["card", "cancelled", unknown, "none", "given-up"],
    ["card", "expired", unknown, "unknown", "given-up"],
    ["card", "refunded", unknown, "returned", "refunded"],
    ["card", "asked", unknown, "none", "given-up"],
    ["card", "submitted", declined, "none", "declined"],
  ] as [Kind, State, IntentReading, string, string][])(
    "%s, %s, %j: %s, %s [A269.2]",
    (kind, state, reading, money, picture) => {
      const status = statusOf({ ...purchase, kind, state }, reading);
      expect(outcomes[status]).toMatchObject({ money, picture });
      // A list, which reads nothing, says the same from the last reading.
      expect(statusOf({ ...purchase, kind, state: state === "open" ? "submitted" : state, reading })).toBe(
        state === "open" && reading.kind === "unknown" ? "unknown" : status,
      );
    },
  );

  it("is of a declined card that was given up: nothing was taken", () => {
    const status = statusOf({ ...purchase, kind: "card", state: "cancelled", isDeclined: true }, unknown);
    expect(outcomes[status]).toMatchObject({ money: "none", picture: "declined" });
  });

  it("offers its actions in the order of the buttons [A153.2]", () => {
    const orders = {
      unknown: ["check", "drop", "contact"],
      interrupted: ["check", "refunded", "contact"],
      refunded: ["history", "again", "contact"],
    } as const;
    for (const [status, offers] of Object.entries(orders))
      expect(outcomes[status as keyof typeof orders].offers).toEqual(offers);
  });

  it("is taken where another amount was taken than the member confirmed", () => {
    const taken = { amount: 90_000, currency: "SORIA", at: "2026-11-23T14:59:01Z" } as const;
    expect(outcomes[statusOf({ ...purchase, taken }, unknown)]).toMatchObject({
      money: "taken",
      picture: "price-changed",
    });
  });
});

it("what was given back or released says so, and keeps the account open for nothing", () => {
  const taken = { amount: 36_000, currency: "SORIA", at: "2026-11-23T14:59:01Z", refunded: 100 } as const;
  const voided = { ...purchase, state: "cancelled", isVoided: true } as const;
  const statuses = [statusOf({ ...purchase, taken }), statusOf(voided)];
  expect(statuses).toEqual(["partRefunded", "voided"]);
  expect(statuses.map((status) => [outcomes[status].money, outcomes[status].closing])).toEqual([
    ["taken", "free"],
    ["none", "free"],
  ]);
});

describe("where a purchase's money is seen", () => {
  const at = "2026-11-23T15:00:30Z";
  it.each([
    // The day is in Japan's time: the entry was written after midnight there.
    [
      { taken: { amount: 36_000, currency: "SORIA", at }, historyLine: "8" },
      "/my-page/history?currencyType=soria&duration=DAY&from=2026-11-24&to=2026-11-24&size=50&line=8#line-8",
    ],
    [
      { currency: "POINT", taken: { amount: 36_000, currency: "POINT", at } },
      "/my-page/history?currencyType=point&duration=DAY&from=2026-11-24&to=2026-11-24&size=50",
    ],
    // The currency that was charged decides, not the one that was confirmed.
    [
      { currency: "USD", taken: { amount: 36_000, currency: "SORIA_PLUS", at }, historyLine: "a/b" },
      "/my-page/history?currencyType=soria-plus&duration=DAY&from=2026-11-24&to=2026-11-24&size=50&line=a%2Fb#line-a%2Fb",
    ],
    // If the API returns no history entry for the charge, the transaction id identifies it.
    [
      { taken: { amount: 36_000, currency: "SORIA", at }, transactionId: "PUR-1" },
      "/my-page/history?currencyType=soria&duration=DAY&from=2026-11-24&to=2026-11-24&size=50&line=PUR-1#line-PUR-1",
    ],
    [{ currency: "POINT" }, "/my-page/history?currencyType=point&from=2026-11-23"],
    [{ kind: "card", currency: "USD" }, "/my-page/ecommerce-history"],
    [{ kind: "order", currency: "SGD" }, "/my-page/ecommerce-history"],
  ] as [Partial<PurchaseSummary>, string][])("%j: %s", (rest, place) => {
    expect(moneyPlaceOf({ ...purchase, ...rest })).toBe(place);
  });
});
