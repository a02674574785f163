import { afterEach, describe, expect, it } from "vitest";
import { paths } from "~/domain/paths";
import type { CardSummary } from "~/domain/purchase-summary";
import { loader as completeLoader } from "~/routes/store/complete/route";
import { loader as terminateLoader } from "~/routes/my-page/terminate/route";
import { action as signOutAction } from "~/routes/resources/sign-out";
import { changeLedger, readLedger } from "#server/purchases/ledger.server";
import { ownerOf } from "#server/store/encryption.server";
import { announce, mine } from "./store-acts";
import { CAPTURE, chargeCard, conformingApi, PURCHASE, Shopper, soria, useItems } from "./store-support";
import { balance, breakCalls, buy, finish, keyOf, lose, open } from "./store-purchase-support";
import { faults } from "../mocks/server";

useItems();
afterEach(conformingApi);

describe("one purchase for each intention", () => {
  it("for a double click", async () => {
    const shopper = await Shopper.come();
    const responses = await Promise.all([1, 2, 3].map(() => open(shopper)));
    expect(new Set(responses.map(({ payment }) => payment.transactionId)).size).toBe(1);
    expect((await shopper.calls())[PURCHASE]).toBe(1);
  });

  it("for two tabs, two devices, and after signing out and in: the same key, the same payment", async () => {
    const shopper = await Shopper.come();
    const phone = await shopper.elsewhere();
    const key = await keyOf(shopper);
    expect(await keyOf(phone)).toBe(key);
    const first = await open(shopper, { key });
    expect((await open(phone, { key })).payment.transactionId).toBe(first.payment.transactionId);
    await phone.send(signOutAction, "/sign-out", {});
    await phone.signIn();
    expect(await keyOf(phone)).toBe(key);
    expect((await open(phone)).payment.transactionId).toBe(first.payment.transactionId);
    expect((await shopper.calls())[PURCHASE]).toBe(1);
  });

  it("but another quantity by the same form is another payment; what it began before is not wanted any more", async () => {
    const shopper = await Shopper.come();
    const key = await keyOf(shopper);
    const one = await open(shopper, { key, quantity: "1" });
    const three = await open(shopper, { key, quantity: "3" });
    expect(three.payment).toMatchObject({ quantity: 3, amount: one.payment.amount * 3 });
    // A second submission opens the dialog again, for the same payment.
    const again = await open(shopper, { key: three.key, quantity: "3" });
    expect(again.payment.transactionId).toBe(three.payment.transactionId);
    expect(await shopper.purchases()).toEqual(["card cancelled × 1", "card open × 3"]);
    expect(await shopper.messages()).toEqual([]);
  });

  it("and of one that a card was sent to nothing is begun beside, whatever the quantity", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper, { quantity: "1" });
    expect(await announce(shopper, payment.key)).toBe("submitted");
    expect(await buy(shopper, { quantity: "3" })).toMatchObject({
      status: 303,
      location: `/store/products/complete?purchase=${payment.key}`,
    });
    expect((await shopper.calls())[PURCHASE]).toBe(1);
  });

  it("and a form that has been finished buys nothing again; after it was told, the next key is another", async () => {
    const shopper = await Shopper.come();
    const key = await keyOf(shopper);
    const { payment } = await open(shopper, { key });
    await chargeCard(payment);
    await finish(shopper, payment.key);
    expect(await buy(shopper, { key })).toMatchObject({ status: 303, location: paths.store.purchase(key) });
    expect(await shopper.messages()).toEqual(["store:outcome.captured"]);
    expect((await shopper.calls())[PURCHASE]).toBe(1);
    await shopper.see();
    expect(await keyOf(shopper)).not.toBe(key);
    await open(shopper, { key: await keyOf(shopper) });
    expect((await shopper.calls())[PURCHASE]).toBe(2);
  });

  it("sends its key with the call, and an answer that was lost gives the same payment", async () => {
    const shopper = await Shopper.come();
    await lose("/api/store/products/purchase", shopper);
    const key = await keyOf(shopper);
    expect(await buy(shopper, { key })).toMatchObject({
      body: { key },
      errors: { "": ["store:errors.notCreated"] },
    });
    await faults();
    await open(shopper, { key });
    expect((await shopper.books()).transactions).toHaveLength(1);
  });

  it("is paid as the item is priced", async () => {
    const shopper = await Shopper.come({ balances: { soria: 100_000 } });
    const wrong = { errors: { paymentType: ["store:errors.method"] } };
    expect(await buy(shopper, { paymentType: "BALANCE" })).toMatchObject(wrong);
    expect(await buy(shopper, { ...balance, paymentType: "STRIPE" }, soria)).toMatchObject(wrong);
  });

  it("of more than a card can pay is refused at the quantity", async () => {
    const { errors } = await buy(await Shopper.come(), { quantity: "99999" });
    expect(errors).toEqual({ quantity: ["store:errors.quantityTooLarge"] });
  });
});

describe("the return address", () => {
  const load = (shopper: Shopper, query = "") =>
    shopper.load(completeLoader, `/store/products/complete${query}`);

  it("drops the provider's parameters first, and believes none of them [A030.1]", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    const intent = payment.clientSecret.split("_secret_")[0];
    const query = `?payment_intent=${intent}&payment_intent_client_secret=${payment.clientSecret}&redirect_status=succeeded`;
    const bare = (await load(shopper, query)).headers.get("location");
    expect(bare).toBe(`/store/products/complete?payment_intent=${intent}`);
    const response = await shopper.load(completeLoader, bare ?? "");
    expect(response.headers.get("location")).toBe(`/store/products/complete?purchase=${payment.key}`);
    expect(await shopper.calls()).not.toHaveProperty([CAPTURE]);
    const foreign = await load(shopper, "?payment_intent=pi_foreign");
    expect([foreign.status, await foreign.json()]).toMatchObject([404, { lost: { number: "pi_foreign" } }]);
  });

  const back = ({ clientSecret }: Pick<CardSummary, "clientSecret">, status: string) =>
    `?payment_intent=${clientSecret.split("_secret_")[0]}&payment_intent_client_secret=${clientSecret}&redirect_status=${status}`;

  // redirect_status in the URL, the card that was charged in the meantime, and the state that the page shows.
  it.each([
    ["succeeded", "4242424242424242", "captured"],
    ["succeeded", undefined, "card"],
    ["failed", undefined, "card"],
    ["failed", "4242424242424242", "captured"],
    ["pending", "4000000000000077", "processing"],
  ])("with redirect_status=%s and card %s, in another tab too: %s", async (status, number, is) => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    expect(await announce(shopper, payment.key)).toBe("submitted");
    if (number) await chargeCard(payment, number);
    // The bank's redirect can return to another browser as well as to the first one.
    const responses = [];
    for (const browser of [await shopper.elsewhere(), shopper]) {
      const bare = (await load(browser, back(payment, status))).headers.get("location") ?? "";
      expect(bare).not.toContain("secret");
      const to = (await browser.load(completeLoader, bare)).headers.get("location") ?? "";
      expect(to).toBe(`/store/products/complete?purchase=${payment.key}`);
      responses.push(await browser.load(completeLoader, to));
    }
    if (is === "captured") {
      const pages = await Promise.all(responses.map((response) => response.json()));
      expect(pages).toMatchObject([{ purchase: { state: "captured" } }, { purchase: { state: "captured" } }]);
      expect(await shopper.messages()).toEqual(["store:outcome.captured"]);
    } else {
      const pages = await Promise.all(responses.map((response) => response.json()));
      expect(pages.map(({ reading }: { reading: { kind: string } }) => reading.kind)).toEqual([is, is]);
    }
    expect((await shopper.calls())[CAPTURE]).toBe(is === "captured" ? 1 : undefined);
  });

  it("is no place to be without a purchase", async () => {
    const shopper = await Shopper.come();
    expect((await load(shopper)).headers.get("location")).toBe("/");
    expect(await shopper.messages()).toEqual(["errors:invalidAccess"]);
  });

  it("finds the one purchase by itself, and leads to My purchases when there are several", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    expect((await load(shopper)).headers.get("location")).toBe(
      `/store/products/complete?purchase=${payment.key}`,
    );
    await open(shopper, { quantity: "5", key: "another-form-of-it-0" });
    expect((await load(shopper)).headers.get("location")).toBe("/my-page/ecommerce-history");
  });
});

describe("terminating", () => {
  const end = (shopper: Shopper) => shopper.terminate();

  it("with a payment that is paid and not captured captures it first", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    await announce(shopper, payment.key);
    await chargeCard(payment);
    expect((await end(shopper)).status).toBe(303);
    expect((await shopper.books()).transactions).toMatchObject([{ status: "CAPTURED" }]);
  });

  it("is refused while it cannot be captured, and leads to My purchases", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    await announce(shopper, payment.key);
    await chargeCard(payment);
    await breakCalls("/api/store/order/capture", shopper);
    // The page says so already, from the record alone, which does not know yet that the card was charged.
    const before = await shopper.calls();
    const page = await shopper.load(terminateLoader, paths.myPage.terminate);
    const { open: reasonBefore } = (await page.json()) as { open: string | null };
    expect(reasonBefore).toBe("my-page:terminate.openBefore");
    const after = await shopper.calls();
    expect(Object.keys(after).filter((call) => after[call] !== before[call])).toEqual([
      "GET /api/support/inquiries",
    ]);
    const response = await end(shopper);
    const { status } = response;
    const data = (await response.json()) as {
      hasOpen?: true;
      lastResult: { error: Record<string, string[]> };
    };
    expect([status, data.hasOpen]).toEqual([409, true]);
    const [title, reason] = data.lastResult.error[""] ?? [];
    expect(title).toBe("my-page:terminate.openTitle");
    // The message names the paid, unfinished purchase.
    expect(reason).toMatch(/^my-page:terminate\.openPaid\?name=.+&quantity=2$/);
    const { open: listed } = await mine(shopper);
    expect(listed).toMatchObject([{ key: payment.key, state: "paid" }]);
  });
});

it("the ledger loses nothing of what requests write at the same moment", async () => {
  const owner = ownerOf((await Shopper.come()).member.id);
  const count = () =>
    changeLedger(owner, (draft) => {
      draft.settled += 1;
    });
  await Promise.all(Array.from({ length: 8 }, count));
  expect((await readLedger(owner)).settled).toBe(8);
});
