import type { PaymentIntent, Stripe } from "@stripe/stripe-js";
import { describe, expect, it } from "vitest";
import { readIntent, readingOf } from "~/components/payment/read-intent";
import type { PaymentView } from "~/domain/payment-view";
import { type Payment, type PaymentState, pruned } from "#server/payments/payment.server";
import { readPurchaseToken } from "#server/payments/purchase.server";

const HOUR = 3_600_000;
const NOW = 100 * 24 * HOUR;
const view: PaymentView = {
  transactionId: "TX-1",
  clientSecret: "pi_1_secret_1",
  objectId: 1,
  name: "Kite",
  quantity: 1,
  amount: 2400,
  currency: "USD",
  isInterrupted: false,
  isDropped: false,
};

function payment(state: PaymentState, age: number, token = `${state}-${age}`): Payment {
  const { isInterrupted: _, isDropped: __, ...rest } = view;
  return { ...rest, token, state, changedAt: NOW - age };
}

describe("what is kept of the payments", () => {
  it("is everything that may have taken money, however old", () => {
    const old = [payment("submitted", 80 * 24 * HOUR), payment("interrupted", 80 * 24 * HOUR)];
    expect(pruned(old, NOW)).toEqual(old);
  });

  it("is the rest for a day", () => {
    const states = ["creating", "created", "captured", "unknown", "dropped"] as const;
    const fresh = states.map((state) => payment(state, HOUR));
    const stale = states.map((state) => payment(state, 25 * HOUR));
    expect(pruned([...stale, ...fresh], NOW)).toEqual(fresh);
  });

  it("is at most forty that took nothing, the newest, and still all that may have", () => {
    const paid = payment("submitted", 30 * HOUR);
    const many = Array.from({ length: 60 }, (_, index) => payment("created", 60 - index, `form-${index}`));
    const kept = pruned([paid, ...many], NOW);
    expect(kept).toHaveLength(41);
    expect(kept[0]).toEqual(paid);
    expect(kept.at(-1)?.token).toBe("form-59");
  });
});

describe("a form token", () => {
  it.each(["a1b2c3d4", "0b9d1f9c-5d5f-4f0c-9a2f-7b1a0b9d1f9c"])("%s stays", (token) =>
    expect(readPurchaseToken(token)).toBe(token),
  );
  it.each([undefined, "", "short", "x".repeat(65), "with blank 1", "<script>alert</script>"])(
    "%j is replaced",
    (token) => expect(readPurchaseToken(token)).toMatch(/^[\da-f-]{36}$/),
  );
});

describe("where an intent stands", () => {
  const intent = (status: string, more: object = {}) =>
    ({ status, amount: 2400, last_payment_error: null, ...more }) as unknown as PaymentIntent;

  it.each([
    [intent("succeeded"), { kind: "succeeded" }],
    [intent("requires_capture"), { kind: "succeeded" }],
    [intent("processing"), { kind: "processing" }],
    [intent("requires_action"), { kind: "action" }],
    [intent("canceled"), { kind: "canceled" }],
    [intent("requires_payment_method"), { kind: "card" }],
    [intent("requires_confirmation"), { kind: "card" }],
    [
      intent("requires_payment_method", { last_payment_error: { type: "card_error", code: "expired_card" } }),
      { kind: "card", reason: "expired" },
    ],
    [intent("requires_payment_method", { amount: 2500 }), { kind: "amountChanged" }],
    // Paid is paid, whatever the amount: only the API can judge it.
    [intent("succeeded", { amount: 2500 }), { kind: "succeeded" }],
    [intent("something_new"), { kind: "unknown" }],
  ])("$status", (given, reading) => expect(readingOf(given, view)).toEqual(reading));

  const provider = (answer: () => Promise<unknown>) =>
    ({ retrievePaymentIntent: answer }) as unknown as Stripe;

  it.each([
    ["an error without an intent", async () => ({ error: { type: "api_connection_error" } })],
    ["a provider's script that throws", () => Promise.reject(new Error("broken"))],
    ["an empty answer", async () => ({})],
  ])("is unknown after %s", async (_name, answer) => {
    expect(await readIntent(provider(answer), view)).toEqual({ kind: "unknown" });
  });

  it("is read from an error that carries the intent", async () => {
    const answer = async () => ({ error: { type: "card_error", payment_intent: intent("processing") } });
    expect(await readIntent(provider(answer), view)).toEqual({ kind: "processing" });
  });
});
