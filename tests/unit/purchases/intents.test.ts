/** What the payment provider says of an intent, and what the site makes of every other answer. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { env } from "#server/config/env.server";
import { readIntent } from "#server/purchases/intents.server";
import type { CardPurchase } from "#server/purchases/purchase.server";
import { log } from "#server/observe/log.server";
import { kite } from "./support";

const purchase = kite(0, {
  ...{ kind: "card", state: "submitted", currency: "USD", amount: 500 },
  ...{ transactionId: "TX-1", clientSecret: "pi_1/x_secret_2" },
}) as CardPurchase;
const intent = { id: "pi_1/x", status: "succeeded", amount: 500, currency: "usd" };
const unknown = { reading: { kind: "unknown" } };

const { stripePublishableKey, stripeJsUrl } = env();
beforeEach(() => Object.assign(env(), { stripePublishableKey: "pk_1", stripeJsUrl: undefined }));
afterEach(() => {
  Object.assign(env(), { stripePublishableKey, stripeJsUrl });
});

/** Replaces the provider. @returns the requests that it got */
function provider(respond: () => Response | Promise<Response>) {
  const asked: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal("fetch", async (url: URL, init: RequestInit) => {
    asked.push({ url: url.href, init });
    return respond();
  });
  return asked;
}

describe("an intent", () => {
  it("is read with the publishable key and its secret, without following redirects", async () => {
    const asked = provider(() => Response.json(intent));
    expect(await readIntent(purchase)).toEqual({
      reading: { kind: "succeeded" },
      charge: { amount: 500, currency: "USD" },
    });
    expect(asked).toMatchObject([
      {
        url: "https://api.stripe.com/v1/payment_intents/pi_1%2Fx?client_secret=pi_1%2Fx_secret_2",
        init: { headers: { Authorization: "Bearer pk_1" }, redirect: "error" },
      },
    ]);
    expect(asked[0]?.init.signal).toBeInstanceOf(AbortSignal);
  });

  it("of the stand-in is read where its script comes from", async () => {
    Object.assign(env(), { stripeJsUrl: "http://stand-in.test/stripe/stripe.js" });
    const asked = provider(() => Response.json(intent));
    await readIntent(purchase);
    expect(asked[0]?.url).toMatch(/^http:\/\/stand-in\.test\/stripe\/v1\/payment_intents\//);
  });

  it("says why a card was declined, and what it asks for when that changed", async () => {
    const declined = {
      ...intent,
      status: "requires_payment_method",
      last_payment_error: { code: "expired_card" },
    };
    provider(() => Response.json(declined));
    expect((await readIntent(purchase)).reading).toEqual({ kind: "card", reason: "expired" });
    provider(() => Response.json({ ...declined, last_payment_error: null, amount: 600 }));
    expect(await readIntent(purchase)).toEqual({
      reading: { kind: "amountChanged" },
      charge: { amount: 600, currency: "USD" },
    });
  });

  it.each<[string, () => Response | Promise<Response>, object]>([
    ["an error", () => Response.json(intent, { status: 500 }), { status: 500 }],
    ["another intent", () => Response.json({ ...intent, id: "pi_9" }), { status: 200 }],
    ["an intent without a status", () => Response.json({ ...intent, status: undefined }), { status: 200 }],
    ["an intent without an amount", () => Response.json({ ...intent, amount: "500" }), { status: 200 }],
    ["no JSON", () => new Response("<html>"), { reason: expect.stringContaining("JSON") as string }],
    ["nothing", () => Promise.reject(new TypeError("fetch failed")), { reason: "fetch failed" }],
  ])("is unknown, and the log says so, where the answer is %s [A269.2]", async (_, respond, line) => {
    const warn = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    provider(respond);
    expect(await readIntent(purchase)).toEqual(unknown);
    expect(warn.mock.calls).toEqual([[line, "a payment intent could not be read"]]);
  });

  it("is not asked for without a key", async () => {
    Object.assign(env(), { stripePublishableKey: undefined });
    const asked = provider(() => Response.json(intent));
    expect(await readIntent(purchase)).toEqual(unknown);
    expect(asked).toEqual([]);
  });
});
