/** What members do to their own purchases: submit a card, give up, say what became of the money, read the outcome. */
import { describe, expect, it } from "vitest";
import { markTold, readLedger, readPurchases } from "#server/purchases/ledger.server";
import { drop, markSubmitted, say } from "#server/purchases/member-actions.server";
import type { Purchase } from "#server/purchases/purchase.server";
import { Code } from "#server/wire/codes";
import { refused, tokens, withFakeApi } from "./fake-api";
import { CANCEL, CAPTURE, INTENT, PROFILE, cancelled, captured, failed, intent } from "./responses";
import { KEY, NOW, iso, kite, newBuyer } from "./support";

const api = withFakeApi(NOW);

const declined = intent("requires_payment_method", { last_payment_error: { code: "card_declined" } });

/** A purchase by card, 500 hundredths of a dollar. */
const byCard = (change: Partial<Purchase> = {}) =>
  kite(NOW, {
    ...{ kind: "card", state: "open", unitAmount: 500, amount: 500, currency: "USD" },
    ...{ transactionId: "TX-1", clientSecret: "pi_1_secret_2", ...change },
  });

async function member(...purchases: Purchase[]) {
  const { session, owner } = await newBuyer(...purchases);
  return {
    session: Object.assign(session, tokens),
    owner,
    now: async () => (await readPurchases(owner))[0],
  };
}
const calls = () => api.sent.map(([call]) => call);

describe("a card that is about to be submitted", () => {
  it.each<[Partial<Purchase>, string, number | undefined]>([
    [{ state: "open" }, "submitted", NOW],
    [{ state: "submitted" }, "submitted", NOW],
    [{ state: "captured" }, "captured", undefined],
    [{ state: "paid" }, "captured", undefined],
    [{ kind: "order", state: "confirming" }, "captured", undefined],
    [{ state: "cancelled" }, "gone", undefined],
    [{ state: "dropped" }, "gone", undefined],
    [{ state: "open", clientSecret: undefined }, "gone", undefined],
  ])("for a purchase like %o: %s", async (change, result, sentAt) => {
    const { session, now } = await member(byCard(change));
    expect(await markSubmitted(session, KEY)).toBe(result);
    expect((await now())?.sentAt).toBe(sentAt);
  });

  it("is not for a purchase that the member does not have", async () => {
    const { session } = await member();
    expect(await markSubmitted(session, KEY)).toBe("other");
  });
});

describe("a purchase that the member gives up", () => {
  /** Gives it up, with these responses. */
  async function dropped(change: Partial<Purchase>, ...responses: typeof api.responses) {
    const { session, now } = await member(byCard(change));
    api.responses = responses;
    const result = await drop(session, KEY);
    return { result, now: await now(), calls: calls().filter((call) => call !== PROFILE) };
  }

  it("is cancelled at the API; no card was submitted, so nobody asks the provider", async () => {
    const { result, now, calls: made } = await dropped({}, cancelled);
    expect([result?.state, now?.state, now?.isDeclined, made]).toEqual([
      ...["cancelled", "cancelled", undefined],
      [CANCEL],
    ]);
  });

  it.each<[string, Partial<Purchase>]>([
    ["has ended", { state: "captured" }],
    ["has no call yet that could take money", { kind: "order", state: "cancelled" }],
  ])("stays as it is when it %s", async (_, change) => {
    const { result, now, calls: made } = await dropped(change);
    expect([result, made]).toEqual([now, []]);
    expect(now?.state).toBe(change.state);
  });

  it("is nobody's when the member has none with this key", async () => {
    const { session } = await member();
    expect([await drop(session, KEY), calls()]).toEqual([undefined, []]);
  });

  it.each<Purchase["state"]>(["submitted", "dropped"])(
    "is bought when the provider has charged the card of a %s one",
    async (state) => {
      const { result, calls: made } = await dropped({ state, sentAt: NOW }, intent("succeeded"), captured());
      expect([result?.state, made]).toEqual(["captured", [INTENT, CAPTURE]]);
    },
  );

  it.each<[string, Partial<Purchase>, string]>([
    ["the API does not capture it", {}, "paid"],
    ["its order is not confirmed", { kind: "order", orderId: 7 }, "confirming"],
  ])("is not cancelled once the card is charged, though %s", async (_, change, state) => {
    const responses = state === "confirming" ? [intent("succeeded"), captured()] : [intent("succeeded")];
    const { result, calls: made } = await dropped(
      { state: "submitted", sentAt: NOW, ...change },
      ...responses,
    );
    expect(result?.state).toBe(state);
    expect(made).not.toContain(CANCEL);
  });

  it("says that the card was declined, if it was, after the cancellation", async () => {
    const { result, calls: made } = await dropped({ state: "submitted", sentAt: NOW }, declined, cancelled);
    expect([result?.state, result?.isDeclined, made]).toEqual(["cancelled", true, [INTENT, CANCEL]]);
  });

  it("does not say so of a card that waits for its holder", async () => {
    const { result } = await dropped(
      { state: "submitted", sentAt: NOW },
      intent("requires_action"),
      cancelled,
    );
    expect([result?.state, result?.isDeclined]).toEqual(["cancelled", undefined]);
  });

  it("believes the provider's decline when the API cannot cancel, and looks for a late charge", async () => {
    const { result } = await dropped({ state: "submitted", sentAt: NOW }, declined, failed);
    expect(result).toMatchObject({ state: "cancelled", isDeclined: true, lateUntil: NOW + 86_400_000 });
  });

  it("is looked after when neither is known", async () => {
    const waiting = intent("requires_action");
    const { result } = await dropped({ state: "submitted", sentAt: NOW }, waiting, failed);
    expect(result?.state).toBe("dropped");
  });

  it("is bought when the cancellation is refused because it is paid", async () => {
    const paid = refused(Code.STORE_ENDED_OTHERWISE, { status: "CAPTURED" });
    const { result, calls: made } = await dropped({}, paid, intent("succeeded"), captured());
    expect([result?.state, made]).toEqual(["captured", [CANCEL, INTENT, CAPTURE]]);
  });

  it("is bought when it is paid although no card was announced, and the API cannot cancel", async () => {
    const { result, calls: made } = await dropped({}, failed, intent("succeeded"), captured());
    expect([result?.state, made]).toEqual(["captured", [CANCEL, INTENT, CAPTURE]]);
  });

  it("is cancelled without a call when there is no intent", async () => {
    const none = { transactionId: undefined, clientSecret: undefined };
    const { result, calls: made } = await dropped({ state: "asked", ...none });
    expect([result?.state, made]).toEqual(["cancelled", []]);
    const lost = await dropped({ state: "submitted", sentAt: NOW, ...none });
    expect([lost.result?.state, lost.calls]).toEqual(["dropped", []]);
  });
});

describe("what the member says of a purchase that nobody else can tell", () => {
  const line = { id: "L-1", at: iso(NOW - 5_000), amount: 299.99, note: "" };
  const unclear = (lines: Purchase["lines"]) => kite(NOW, { state: "unclear", ...(lines && { lines }) });

  it("was taken: the one line of the history tells how much", async () => {
    const { session, now } = await member(unclear([line]));
    expect(await say(session, KEY, "say-taken")).toMatchObject({ state: "captured", line: "L-1" });
    expect((await now())?.taken).toEqual({ amount: 29_999, currency: "SORIA", at: NOW - 5_000 });
  });

  it("was taken, in the currency of the line", async () => {
    const { session } = await member(unclear([{ ...line, currency: "POINT" }]));
    expect((await say(session, KEY, "say-taken"))?.taken?.currency).toBe("POINT");
  });

  it.each<[string, Purchase["lines"]]>([
    ["two lines", [line, { ...line, id: "L-2" }]],
    ["no line", []],
    ["no lines", undefined],
  ])("was taken, and %s cannot tell how much", async (_, lines) => {
    const { session } = await member(unclear(lines));
    const after = await say(session, KEY, "say-taken");
    expect([after?.state, after?.taken, after?.line]).toEqual(["captured", undefined, undefined]);
  });

  it("was not taken, whatever the line", async () => {
    const { session } = await member(unclear([line]));
    const after = await say(session, KEY, "say-not-taken");
    expect([after?.state, after?.taken, after?.line]).toEqual(["refused", undefined, undefined]);
  });

  it("is not asked in another state", async () => {
    const { session } = await member(kite(NOW, { lines: [line] }));
    const after = await say(session, KEY, "say-taken");
    expect([after?.state, after?.taken]).toEqual(["asked", undefined]);
  });
});

describe("outcomes that were told", () => {
  it("are those of these keys that were not told before; the keys of the next forms change with each", async () => {
    const untold = kite(NOW, { state: "captured", isUntold: true });
    const other = { ...untold, key: "key-of-a-purchase-1" };
    const told = kite(NOW, { key: "key-of-a-purchase-2", state: "captured" });
    const { owner } = await member(untold, other, told);
    const what = "captured";
    const { settled } = await readLedger(owner);
    await markTold(owner, [
      { key: untold.key, what },
      { key: told.key, what },
    ]);
    expect((await readPurchases(owner)).map(({ isUntold }) => isUntold)).toEqual([
      undefined,
      true,
      undefined,
    ]);
    expect((await readLedger(owner)).settled - settled).toBe(1);
  });
});
