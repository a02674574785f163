/** What a cancellation of a card purchase at the product API proves. */
import { describe, expect, it } from "vitest";
import { features } from "#server/purchases/features.server";
import { findPurchase } from "#server/purchases/ledger.server";
import type { IntentPurchase } from "#server/purchases/purchase.server";
import { cancelAtApi } from "#server/purchases/settle.server";
import { Code } from "#server/wire/codes";
import { buyerOf, refused, success, tokens, withFakeApi } from "./fake-api";
import { NOW, kite, newBuyer } from "./support";

const api = withFakeApi(NOW);
const answered = (change: object = {}) => success({ transactionId: "TX-1", status: "CANCELED", ...change });
const ended = (status?: string) => refused(Code.STORE_ENDED_OTHERWISE, status && { status });

describe("a cancellation at the API", () => {
  async function cancelled(responses: typeof api.responses, buyerTokens = tokens) {
    const purchase = kite(NOW, {
      ...{ kind: "card", state: "submitted", currency: "USD" },
      ...{ transactionId: "TX-1", clientSecret: "pi_1_secret_2" },
    }) as IntentPurchase;
    const { owner } = await newBuyer(purchase);
    api.responses = responses;
    const result = await cancelAtApi({ ...buyerOf(owner), tokens: buyerTokens }, purchase);
    return [result, (await findPurchase(owner, purchase.key))?.state];
  }

  it.each<[string, (typeof api.responses)[number], string, string]>([
    ["that succeeds", answered(), "cancelled", "cancelled"],
    ["of another transaction", answered({ transactionId: "TX-9" }), "unknown", "submitted"],
    ["that says another status", answered({ status: "CAPTURED" }), "unknown", "submitted"],
    ["that fails", { status: 500, body: {} }, "unknown", "submitted"],
    ["of one that has expired", ended("EXPIRED"), "cancelled", "cancelled"],
    ["of one that was rejected", ended("REJECTED"), "cancelled", "cancelled"],
    ["of one that is cancelled", ended("CANCELED"), "cancelled", "cancelled"],
    ["of one that was refunded", ended("REFUNDED"), "going-on", "refunded"],
    ["of one that is paid", ended("CAPTURED"), "going-on", "submitted"],
    ["of one that ended somehow", ended(), "going-on", "submitted"],
    ["that is refused", refused(Code.STORE_TRANSACTION_NOT_FOUND), "unknown", "submitted"],
  ])("%s", async (_, response, result, state) => {
    expect(await cancelled([response])).toEqual([result, state]);
  });

  it("is known to be missing after an unknown call, and is not tried again", async () => {
    expect(await cancelled([{ status: 404, body: {} }])).toEqual(["unknown", "submitted"]);
    expect(features.cancel.has).toBe(false);
    expect(await cancelled([answered()])).toEqual(["unknown", "submitted"]);
    expect(api.sent).toHaveLength(1);
  });

  it.each([
    ["succeeds", answered()],
    ["tells the end", ended("EXPIRED")],
  ])("is known to be there once one %s", async (_, response) => {
    await cancelled([response]);
    expect(features.cancel.has).toBe(true);
  });

  it.each([{ status: 500, body: {} }, refused(Code.STORE_TRANSACTION_NOT_FOUND)])(
    "is tried again after one that proves nothing: %o",
    async (response) => {
      await cancelled([response]);
      expect(features.cancel.isMissing()).toBe(false);
    },
  );

  it("throws a bug", async () => {
    const bug = { ...tokens, accessToken: () => Promise.reject(new TypeError("bug")) };
    await expect(cancelled([], bug)).rejects.toThrow("bug");
  });
});
