/** What "buy" starts, continues or refuses: one purchase for each form, and none beside one that may be paid. */
import { describe, expect, it } from "vitest";
import { Code } from "#server/wire/codes";
import { createPurchase } from "#server/purchases/create.server";
import { type FormContent, formIdFor, keyOfIntention, newEpoch } from "#server/purchases/keys.server";
import { changeLedger } from "#server/purchases/ledger.server";
import { MOST_IN_DOUBT, type Purchase } from "#server/purchases/purchase.server";
import { refused, success } from "./fake-api";
import { charged, failed, list, LIST, PURCHASE, row } from "./responses";
import { NOW, iso, kite } from "./support";
import {
  api,
  byCard,
  calls,
  intent,
  kiteByCard,
  kiteFromBalance,
  member,
  NEW_FORM,
  open,
  useFakeApi,
} from "./create-support";

useFakeApi();

const keyOf = (owner: string, wanted: FormContent = kiteFromBalance) =>
  keyOfIntention(owner, NEW_FORM, wanted);

describe("a form that nothing stands against", () => {
  it("starts a purchase under its own key, though the member has others", async () => {
    const { session, data, all, owner } = await member(kite(NOW, { objectId: 2, state: "captured" }));
    delete data.hasPurchases;
    api.responses = [charged()];
    const outcome = await createPurchase(session, { form: NEW_FORM, wanted: kiteFromBalance });
    expect(outcome).toMatchObject({ kind: "done", purchase: { key: keyOf(owner), form: NEW_FORM } });
    expect(await all()).toHaveLength(2);
    expect(data.hasPurchases).toBe(true);
  });

  it.each([
    [MOST_IN_DOUBT - 1, "done"],
    [MOST_IN_DOUBT, "too-many"],
  ])("with %i purchases of other items that may be paid is %s", async (count, kind) => {
    const others = Array.from({ length: count }, (_, n) =>
      kite(NOW, { key: `key-of-a-purchase-${n}`, objectId: 100 + n, sentAt: NOW }),
    );
    const { session } = await member(...others);
    api.responses = [charged()];
    expect((await createPurchase(session, { form: NEW_FORM, wanted: kiteFromBalance })).kind).toBe(kind);
  });
});

describe("a form that was sent before", () => {
  const FORM = "id-of-a-form-sent-00";
  const states = ["captured", "refused", "cancelled", "refunded", "expired"] as const;
  /** A purchase that this form began. */
  const own = (owner: string, content: FormContent, change: Partial<Purchase>) =>
    kite(NOW, { ...content, key: keyOfIntention(owner, FORM, content), form: FORM, ...change });
  async function sent(content: FormContent & Partial<Purchase>, change: Partial<Purchase>) {
    const { session, all, owner } = await member();
    await changeLedger(owner, (draft) => void draft.purchases.push(own(owner, content, change)));
    return { session, all, owner };
  }

  it.each(states)("asks for nothing more once its purchase has ended, as %s", async (state) => {
    const { session, all } = await sent(kiteFromBalance, { state });
    for (let press = 0; press < 3; press += 1) {
      const outcome = await createPurchase(session, { form: FORM, wanted: kiteFromBalance });
      expect(outcome).toMatchObject({ kind: "already", purchase: { state } });
    }
    expect([calls(), (await all()).length]).toEqual([[], 1]);
  });

  it("leads to a purchase that the member gave up while nobody could tell", async () => {
    const { session } = await sent(kiteByCard, { kind: "card", ...open, state: "dropped" });
    const outcome = await createPurchase(session, { form: FORM, wanted: kiteByCard });
    expect([outcome.kind, calls()]).toEqual(["unsettled", []]);
  });

  it.each([
    ["quantity", { quantity: 2, amount: 60_000 }],
    ["price", { unitAmount: 60_000, amount: 60_000 }],
  ])("is one other purchase with another %s, however often it is pressed", async (_, change) => {
    const { session, all } = await sent({ ...kiteFromBalance, ...change }, { state: "captured" });
    api.responses = [charged()];
    const kinds = [];
    for (let press = 0; press < 3; press += 1)
      kinds.push((await createPurchase(session, { form: FORM, wanted: kiteFromBalance })).kind);
    expect([kinds, calls(), (await all()).length]).toEqual([["done", "already", "already"], [PURCHASE], 2]);
  });

  it("is the purchase that a release before 0.4.0 made under the form's own key", async () => {
    const earlier = kite(NOW, { state: "captured" });
    const { session } = await member(earlier);
    const outcome = await createPurchase(session, { form: earlier.key, wanted: kiteFromBalance });
    expect([outcome, calls()]).toMatchObject([{ kind: "already", purchase: { key: earlier.key } }, []]);
  });

  const two = { ...kiteByCard, quantity: 2, amount: 1_000 };

  it("replaces the one that it began with another quantity, and says nothing of that", async () => {
    const intentOfTwo = success({
      ...{ transactionId: "TX-2", status: "CREATED", amount: 1_000, currency: "USD", createdAt: iso(NOW) },
      clientSecret: "pi_2_secret_3",
    });
    const { session, all } = await sent(two, { kind: "card", ...open });
    const unpaid = {
      body: { id: "pi_0", status: "requires_payment_method", amount: 1_000, currency: "usd" },
    };
    const cancelled = (transactionId: string) => success({ transactionId, status: "CANCELED" });
    const ofOne = { body: { ...unpaid.body, id: "pi_1", amount: 500 } };
    api.responses = [unpaid, cancelled("TX-0"), intent, ofOne, cancelled("TX-1"), intentOfTwo];
    expect(await createPurchase(session, { form: FORM, wanted: kiteByCard })).toMatchObject({ kind: "open" });
    const [before, after] = await all();
    expect([before?.state, before?.isUntold, after?.state]).toEqual(["cancelled", undefined, "open"]);
    // Back to the first quantity: it begins anew, under another key.
    expect((await createPurchase(session, { form: FORM, wanted: two })).kind).toBe("open");
    const keys = (await all()).map(({ key }) => key);
    expect([keys.length, new Set(keys).size]).toEqual([3, 3]);
  });

  it("does not replace one that is paid, as after a backup of the ledger was put back", async () => {
    const { session, all } = await sent(two, { kind: "card", ...open });
    const paid = { body: { id: "pi_0", status: "succeeded", amount: 1_000, currency: "usd" } };
    api.responses = [
      paid,
      success({
        transactionId: "TX-0",
        status: "CAPTURED",
        amount: 1_000,
        currency: "USD",
        createdAt: iso(NOW),
      }),
      intent,
    ];
    const outcome = await createPurchase(session, { form: FORM, wanted: kiteByCard });
    expect([outcome.kind, (await all())[0]?.state]).toEqual(["open", "captured"]);
  });

  it("does not replace one that is paid while it is given up: it is completed, and nothing is begun beside it", async () => {
    const { session, all } = await sent(two, { kind: "card", ...open });
    const read = (status: string) => ({ body: { id: "pi_0", status, amount: 1_000, currency: "usd" } });
    api.responses = [
      read("requires_payment_method"),
      refused(Code.STORE_ENDED_OTHERWISE, { status: "CAPTURED" }),
      read("succeeded"),
      success({
        ...{ transactionId: "TX-0", status: "CAPTURED", amount: 1_000, currency: "USD" },
        createdAt: iso(NOW),
      }),
    ];
    const outcome = await createPurchase(session, { form: FORM, wanted: kiteByCard });
    expect([outcome.kind, (await all()).map(({ state }) => state)]).toEqual(["unsettled", ["captured"]]);
  });

  it("replaces none of another form", async () => {
    const { session, all } = await member(byCard({ ...open, quantity: 2, amount: 1_000 }));
    api.responses = [intent];
    await createPurchase(session, { form: NEW_FORM, wanted: kiteByCard });
    expect((await all()).map(({ state }) => state)).toEqual(["open", "open"]);
  });
});

describe("a form of a record that was lost", () => {
  const FORM = formIdFor("any member", { epoch: newEpoch(), settled: 0 }, "item 1");
  const press = async (...responses: typeof api.responses) => {
    const { session, owner } = await member();
    const idempotencyKey = keyOfIntention(owner, FORM, kiteFromBalance);
    return {
      idempotencyKey,
      send: async (...rows: object[]) => {
        api.responses = rows.length > 0 ? [list(rows)] : responses;
        return createPurchase(session, { form: FORM, wanted: kiteFromBalance });
      },
    };
  };

  it.each([0, 400])("buys nothing that the API's list has, of %i days ago", async (days) => {
    const { idempotencyKey, send } = await press();
    const at = iso(NOW - days * 86_400_000);
    const outcome = await send(row(1, { idempotencyKey, createdAt: at, capturedAt: at, updatedAt: at }));
    expect(outcome).toMatchObject({ kind: "already", purchase: { key: idempotencyKey } });
    expect(calls()).toEqual([LIST]);
  });

  it("buys nothing while the list cannot be read, and buys once it has none", async () => {
    const failing = await press(failed);
    expect((await failing.send()).kind).toBe("not-created");
    expect(calls()).not.toContain(PURCHASE);
    const { send } = await press(list(), charged());
    expect((await send()).kind).toBe("done");
  });
});
