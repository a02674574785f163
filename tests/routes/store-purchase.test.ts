import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { paths } from "~/domain/paths";
import type { CardSummary, PurchaseSummary } from "~/domain/purchase-summary";
import { completeAction } from "~/routes/store/complete/handlers.server";
import { loader as completeLoader } from "~/routes/store/complete/route";
import { loader as terminateLoader } from "~/routes/my-page/terminate/route";
import { action as signOutAction } from "~/routes/resources/sign-out";
import { buyAction } from "~/routes/store/product/action.server";
import { reconcileDue } from "#server/purchases/round.server";
import { purchasesOfPage } from "#server/purchases/outcomes.server";
import { changeLedger, readLedger, readPurchases } from "#server/purchases/ledger.server";
import { MOST_IN_DOUBT, type Purchase } from "#server/purchases/purchase.server";
import { ownerOf } from "#server/store/encryption.server";
import { noApiTiming } from "#server/runtime/api-timing";
import { inRequestScope } from "#server/runtime/request-scope.server";
import { sandbox, server } from "../mocks/server";
import { act, announce, faults, mine, openItem, pressBuy } from "./store-acts";
import { CAPTURE, chargeCard, conformingApi, itemIn, olderApi, PURCHASE, Shopper } from "./store-support";

let card: number;
let soria: number;
beforeAll(async () => {
  card = await itemIn("USD");
  soria = await itemIn("SORIA");
});

afterEach(conformingApi);

const complete = { quantity: "2", paymentType: "STRIPE", confirm: "on", script: "ready", intent: "buy" };

const buy = (shopper: Shopper, fields: Record<string, string> = {}, id = card) =>
  pressBuy(shopper, id, { ...complete, ...fields });

async function open(shopper: Shopper, fields: Record<string, string> = {}) {
  const { body } = await buy(shopper, fields);
  if (!body?.payment) throw new Error(`no payment: ${JSON.stringify(body)}`);
  return { ...body, payment: body.payment };
}

const finish = (shopper: Shopper, key: string) => act(shopper, key, "check");
const pageOf = (shopper: Shopper, key: string) =>
  shopper.load(completeLoader, `/store/products/complete?purchase=${key}`);
/** Returns the idempotency key in the item page's form. */
const keyOf = async (shopper: Shopper, id = card) => (await openItem(shopper, id)).key;
const balance = { quantity: "1", paymentType: "BALANCE", script: "" };

/** Executes the calls to this path, but drops their responses. */
const lose = (path: string, { member }: Shopper, times?: number) =>
  faults({ path, mode: "close", after: true, member: member.id, ...(times && { times }) });
const breakCalls = (path: string, { member }: Shopper) => faults({ path, status: 500, member: member.id });

/** Returns a signal that times out after 100 ms. */
function soonAborted(): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException("time limit", "TimeoutError")), 100);
  return controller.signal;
}

describe("the buy form", () => {
  it("says everything that is missing, and creates no payment [A065.1 A150.1 A150.2 A150.3 A189.1 A189.2]", async () => {
    const shopper = await Shopper.come();
    const { status, errors } = await buy(shopper, { quantity: "0", paymentType: "", confirm: "" });
    expect(status).toBe(400);
    expect(errors).toEqual({
      quantity: ["store:errors.quantity"],
      paymentType: ["store:errors.method"],
      confirm: ["store:errors.confirm"],
    });
    for (const quantity of ["-1", "-0", "00"])
      expect((await buy(shopper, { quantity })).errors, quantity).toEqual({
        quantity: ["store:errors.quantity"],
      });
    expect(await shopper.calls()).not.toHaveProperty([PURCHASE]);
  });

  it.each(["0", "-1", "0.9", ""])("sends no quantity of %j to the API [A189.3]", async (quantity) => {
    const shopper = await Shopper.come({ balances: { soria: 100_000 } });
    for (const [how, id] of [
      [{}, card],
      [balance, soria],
    ] as const) {
      const { status, errors } = await buy(shopper, { ...how, quantity }, id);
      expect([status, errors]).toEqual([400, { quantity: ["store:errors.quantity"] }]);
    }
    expect(await shopper.calls()).not.toHaveProperty([PURCHASE]);
  });

  it("without a script that can take a card, says so and creates no payment", async () => {
    const shopper = await Shopper.come();
    const { status, errors } = await buy(shopper, { script: "" });
    expect([status, errors]).toEqual([400, { "": ["store:item.needsScript", "store:item.needsScriptNext"] }]);
    expect(await shopper.calls()).not.toHaveProperty([PURCHASE]);
  });

  it.each([
    ["increase", "1", "2"],
    ["decrease", "2", "1"],
    ["decrease", "1", "1"],
    ["recount", "７", "7"],
    ["increase", "nonsense", "2"],
  ])("steps the quantity: %s from %s [A355.1]", async (intent, quantity, next) => {
    const { status, body } = await buy(await Shopper.come(), { intent, quantity });
    expect([status, body?.quantity]).toEqual([200, next]);
    // Without scripts, the re-rendered page focuses this button.
    expect(body?.pressed).toBe(intent === "recount" ? undefined : intent);
  });

  it.each(["constructor", "toString", "__proto__"])("takes no quantity from %s", async (intent) => {
    const { status, body } = await buy(await Shopper.come(), { intent, quantity: "2", confirm: "" });
    expect([status, body?.quantity]).toEqual([200, "2"]);
  });

  it("refuses a total that would not be exact", async () => {
    const { errors } = await buy(await Shopper.come(), { quantity: "999999999999" });
    expect(errors).toEqual({ quantity: ["store:errors.quantityTooLarge"] });
  });

  it("takes its amount from the API, and not from the form", async () => {
    const { payment } = await open(await Shopper.come(), { amount: "1", sale_amount: "1" });
    const { services } = await sandbox();
    const { amount } =
      (await services.db.one<{ amount: number }>("SELECT amount FROM products WHERE id = ?", [card])) ?? {};
    expect(payment.amount).toBe((amount ?? 0) * 2);
  });

  it("is for members", async () => {
    const stranger = await Shopper.come();
    stranger.browser.cookies.clear();
    const { status, location } = await buy(stranger);
    expect([status, location]).toEqual([
      303,
      `/sign-in?redirectTo=${encodeURIComponent(`/store/products/${card}`)}`,
    ]);
  });

  it("answers the number of no item with 404, which could not be loaded", async () => {
    const shopper = await Shopper.come();
    const thrown = await shopper
      .send(buyAction, "/store/products/999999", complete, { id: "999999" })
      .catch((error: unknown) => error);
    expect(thrown).toMatchObject({ status: 404 });
    expect(await shopper.messages()).toEqual([]);
  });

  it.each(["abc", "-1", "1e2"])("answers the id %s with Invalid Access", async (id) => {
    const shopper = await Shopper.come();
    const response = await shopper.send(buyAction, `/store/products/${id}`, complete, { id });
    expect([response.status, response.headers.get("location")]).toEqual([303, "/"]);
    expect(await shopper.messages()).toEqual(["errors:invalidAccess"]);
  });

  it("tells that nothing was charged when the payment cannot be created", async () => {
    const shopper = await Shopper.come();
    await faults({ path: "/api/store/products/purchase", status: 500, member: shopper.member.id });
    expect(await buy(shopper)).toMatchObject({
      status: 502,
      errors: { "": ["store:errors.notCreated"] },
    });
  });
});

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

  it("an unknown intent buys nothing", async () => {
    const shopper = await Shopper.come();
    for (const intent of ["purchase", "", "BUY"]) expect((await buy(shopper, { intent })).status).toBe(200);
    expect(await shopper.calls()).not.toHaveProperty([PURCHASE]);
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

describe("capture", () => {
  it("is done once, however often it is asked for [A151.5 A151.6]", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    await chargeCard(payment);
    const responses = await Promise.all([1, 2, 3].map(() => finish(shopper, payment.key)));
    expect(responses.map(({ headers }) => headers.get("location"))).toEqual(
      Array(3).fill(paths.store.purchase(payment.key)),
    );
    expect((await shopper.calls())[CAPTURE]).toBe(1);
    expect(await shopper.messages()).toContain("store:outcome.captured");
  });

  it("is done by opening the purchase's page, without a script: the server reads the intent itself [A151.6]", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    await chargeCard(payment);
    const page = await pageOf(shopper, payment.key);
    const { amount, currency } = payment;
    expect(await page.json()).toMatchObject({ purchase: { state: "captured", taken: { amount, currency } } });
    expect(await shopper.purchases()).toEqual(["card captured × 2"]);
  });

  it("takes the member's own purchases only", async () => {
    const [owner, thief] = [await Shopper.come(), await Shopper.come()];
    const { payment } = await open(owner);
    await chargeCard(payment);
    expect((await finish(thief, "")).headers.get("location")).toBe("/");
    const pages = [];
    for (const key of [payment.key, "nobodys-purchase-000000"]) {
      expect((await finish(thief, key)).headers.get("location")).toBe(paths.store.purchase(key));
      const page = await pageOf(thief, key);
      pages.push([page.status, await page.text()]);
    }
    // Another member's purchase and a nonexistent one get the same response.
    expect(pages[0]).toEqual(pages[1]);
    expect(pages[0]?.[0]).toBe(404);
    expect(await thief.calls()).not.toHaveProperty([CAPTURE]);
  });

  it("is not asked for before the provider has the money, whatever the browser says it has seen [A151.4 A152.2]", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    await announce(shopper, payment.key);
    await shopper.send(completeAction, "/store/products/complete", {
      intent: "check",
      purchase: payment.key,
      seen: "succeeded",
    });
    expect(await shopper.calls()).not.toHaveProperty([CAPTURE]);
    expect(await (await pageOf(shopper, payment.key)).json()).toMatchObject({
      purchase: { state: "submitted" },
      reading: { kind: "card" },
    });
  });

  it.each([
    ["card", "declined", "4000000000000002", "A152.2"],
    ["action", "to be confirmed by the bank", "4000002500003155", "A151.4"],
    ["processing", "still processed", "4000000000000077", "A151.4"],
  ])("is not asked for while the intent is %s: %s, as for the card %s [%s]", async (kind, _, number) => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    await announce(shopper, payment.key);
    await chargeCard(payment, number);
    await finish(shopper, payment.key);
    expect(await (await pageOf(shopper, payment.key)).json()).toMatchObject({ reading: { kind } });
    expect(await shopper.calls()).not.toHaveProperty([CAPTURE]);
  });

  it("is tried three times, then hands over to support, and can be finished later [A153.1 A153.2 A153.3]", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    await chargeCard(payment);
    await breakCalls("/api/store/order/capture", shopper);
    const response = await finish(shopper, payment.key);
    expect(response.headers.get("location")).toBe(
      `/support/inquiry?typeCode=PURCHASE_REFUND&transactionId=${payment.transactionId}`,
    );
    expect(await shopper.messages()).toEqual(["store:done.interrupted"]);
    expect((await shopper.calls())[CAPTURE]).toBe(3);
    await faults();
    expect((await finish(shopper, payment.key)).headers.get("location")).toBe(
      paths.store.purchase(payment.key),
    );
  });

  it("that times out is tried again, though the service has stalled in this request", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    await chargeCard(payment);
    // Counted as sent: the sandbox records a call with its response, and MSW does not tell it that a caller is gone.
    const sent: string[] = [];
    const note = ({ request }: { request: Request }) => sent.push(new URL(request.url).pathname);
    server.events.on("request:start", note);
    const limit = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => soonAborted());
    await faults({
      path: "/api/store/order/capture",
      mode: "stall",
      after: true,
      times: 2,
      member: shopper.member.id,
    });
    const response = await inRequestScope({ requestId: "stalled", api: noApiTiming() }, () =>
      finish(shopper, payment.key),
    );
    limit.mockRestore();
    server.events.removeListener("request:start", note);
    expect(response.headers.get("location")).toBe(paths.store.purchase(payment.key));
    expect(sent.filter((path) => CAPTURE.endsWith(path))).toHaveLength(3);
    expect((await shopper.books()).orders).toHaveLength(1);
  });

  it("whose answer is lost is asked for again, and done once", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    await chargeCard(payment);
    await lose("/api/store/order/capture", shopper, 2);
    expect((await finish(shopper, payment.key)).headers.get("location")).toBe(
      paths.store.purchase(payment.key),
    );
    expect((await shopper.calls())[CAPTURE]).toBe(3);
    expect((await shopper.books()).orders).toHaveLength(1);
  });

  it("an interrupted one has an end after a refund", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    await chargeCard(payment);
    await breakCalls("/api/store/order/capture", shopper);
    await finish(shopper, payment.key);
    await act(shopper, payment.key, "say-refunded");
    expect(await shopper.purchases()).toEqual(["card refunded × 2"]);
    expect((await buy(shopper, { key: await keyOf(shopper) })).body?.payment).toBeDefined();
  });
});

describe("as many purchases in doubt as may be", () => {
  it("are refused one more, in My purchases, and free the way once they have an end", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    await chargeCard(payment);
    await breakCalls("/api/store/order/capture", shopper);
    await finish(shopper, payment.key);
    const owner = ownerOf(shopper.member.id);
    const [paid] = await readPurchases(owner);
    await changeLedger(owner, (draft) => {
      draft.purchases = Array.from({ length: MOST_IN_DOUBT }, (_, index) => ({
        ...(paid as Purchase),
        key: `interrupted-${index}`.padEnd(16, "-"),
        objectId: 90_000 + index,
      }));
    });
    expect((await buy(shopper)).errors).toEqual({ "": ["store:errors.tooManyOpen"] });
    const { open: listed } = await mine(shopper);
    expect(listed).toHaveLength(MOST_IN_DOUBT);
    await act(shopper, listed[0]?.key ?? "", "say-refunded");
    expect((await buy(shopper, { key: "another-form-of-it-0" })).body?.payment).toBeDefined();
  });
});

describe("before a card is charged", () => {
  it("the site notes it, and only for an open payment of this member", async () => {
    const [shopper, other] = [await Shopper.come(), await Shopper.come()];
    const { payment } = await open(shopper);
    expect(await announce(other, payment.key)).toBe("other");
    expect(await announce(shopper, "nobodys-purchase-000000")).toBe("other");
    expect(await announce(shopper, payment.key)).toBe("submitted");
    await chargeCard(payment);
    await finish(shopper, payment.key);
    expect(await announce(shopper, payment.key)).toBe("captured");
  });

  it("a visitor who is signed out is sent to sign in", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    await shopper.send(signOutAction, "/sign-out", {});
    expect((await announce(shopper, payment.key)).split("?")[0]).toBe("/sign-in");
  });
});

describe("giving a purchase up", () => {
  const drop = (shopper: Shopper, key: string) => act(shopper, key, "drop");

  it("ends one that nothing was paid for, and no card can be sent to it any more", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    expect((await drop(shopper, payment.key)).headers.get("location")).toBe("/store/products");
    expect(await shopper.messages()).toEqual(["store:outcome.cancelled"]);
    expect(await announce(shopper, payment.key)).toBe("gone");
    expect((await open(shopper, { key: await keyOf(shopper) })).payment.transactionId).not.toBe(
      payment.transactionId,
    );
  });

  it("finishes one that turns out to be paid", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    await announce(shopper, payment.key);
    await chargeCard(payment);
    expect((await drop(shopper, payment.key)).headers.get("location")).toBe(
      paths.store.purchase(payment.key),
    );
    expect((await shopper.calls())[CAPTURE]).toBe(1);
  });

  it("cancels the intent at the API, so that a card from another tab cannot be charged any more", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    await announce(shopper, payment.key);
    await drop(shopper, payment.key);
    expect(await shopper.purchases()).toEqual(["card cancelled × 2"]);
    expect(await shopper.messages()).toEqual(["store:outcome.cancelled"]);
    await chargeCard(payment);
    expect((await shopper.books()).transactions).toMatchObject([{ status: "CANCELED", intent: "canceled" }]);
  });

  it("keeps one whose card is at work in another tab where the API cannot cancel: charged after all, it is finished and told", async () => {
    await olderApi();
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    await announce(shopper, payment.key);
    await drop(shopper, payment.key);
    expect(await shopper.purchases()).toEqual(["card dropped × 2"]);
    expect(await shopper.messages()).toEqual(["store:done.notDropped"]);
    await chargeCard(payment);
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 60_000);
    await reconcileDue();
    clock.mockRestore();
    expect(await shopper.purchases()).toEqual(["card captured × 2"]);
    expect(await shopper.messages()).toContain("store:outcome.captured");
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

describe("an item in soria", () => {
  it("is paid from the balance at once, without a script, and the new balance is shown", async () => {
    const shopper = await Shopper.come({ balances: { soria: 100_000 } });
    const response = await buy(shopper, { ...balance }, soria);
    expect(response).toMatchObject({ status: 303, location: expect.stringContaining("/complete?purchase=") });
    expect((await shopper.browser.visit()).user?.soriaAmount).toBeLessThan(100_000);
  });

  it("is not charged at another price than the page showed", async () => {
    const shopper = await Shopper.come({ balances: { soria: 100_000 } });
    const wanted = balance;
    expect(await buy(shopper, { ...wanted, price: "1 SORIA" }, soria)).toMatchObject({
      status: 409,
      errors: { "": [expect.stringContaining("store:errors.priceWas")] },
    });
    expect(await shopper.calls()).not.toHaveProperty([PURCHASE]);
    const { services } = await sandbox();
    const row = await services.db.one<{ amount: number }>("SELECT amount FROM products WHERE id = ?", [
      soria,
    ]);
    expect((await buy(shopper, { ...wanted, price: `${row?.amount} SORIA` }, soria)).status).toBe(303);
  });

  it("is bought once by a double click", async () => {
    const shopper = await Shopper.come({ balances: { soria: 100_000 } });
    const key = await keyOf(shopper, soria);
    await Promise.all([1, 2].map(() => buy(shopper, { ...balance, key }, soria)));
    expect((await shopper.calls())[PURCHASE]).toBe(1);
  });

  it.each([
    ["SORIA", "errors:code.shortSoria", "Soria"],
    ["SORIA_PLUS", "errors:code.shortSoriaPlus", "Soria Plus"],
    ["POINT", "errors:code.shortPoint", "ポイント"],
  ])("says how much is missing in %s [A267.1]", async (currency, message, unit) => {
    const shopper = await Shopper.come({ balances: { point: 1, soria: 1, soriaPlus: 1 } });
    const { status, errors } = await buy(shopper, balance, await itemIn(currency));
    expect([status, errors[""]?.[0]]).toEqual([400, message]);
    const params = new URLSearchParams(errors[""]?.[1]?.split("?")[1]);
    expect(params.get("balance")).toBe(`1.00\u00a0${unit}`);
    expect(params.get("missing")).toMatch(/^[\d,]+\.\d\d\u00a0/);
  });

  it("shows the balance that it fell short of, where it was changed elsewhere", async () => {
    const shopper = await Shopper.come({ balances: { soria: 100_000 } });
    const { services } = await sandbox();
    await services.db.run("UPDATE members SET soria = 7 WHERE id = ?", [shopper.member.id]);
    const { body } = await buy(shopper, balance, soria);
    expect(JSON.stringify(body)).toContain("balance=7.00");
    expect((await shopper.browser.visit()).user?.soriaAmount).toBe(7);
  });
});

describe("a purchase from a balance whose answer was lost", () => {
  const come = () => Shopper.come({ balances: { soria: 100_000 } });
  const press = async (shopper: Shopper) =>
    buy(shopper, { ...balance, key: await keyOf(shopper, soria) }, soria);
  const taken = async (shopper: Shopper) => (await shopper.books()).transactions.length;

  it("is never charged again by one more press of a form drawn anew, and the history settles it", async () => {
    const shopper = await come();
    await lose("/api/store/products/purchase", shopper);
    const first = await press(shopper);
    expect(first).toMatchObject({ status: 303, location: expect.stringContaining("/complete?purchase=") });
    await faults();
    // The form is loaded again and confirmed again. The history now lists the purchase, so the result is known.
    expect(await press(shopper)).toMatchObject({ status: 303 });
    expect(await taken(shopper)).toBe(1);
    expect(await shopper.purchases()).toEqual(["balance captured × 1"]);
    expect(await shopper.messages()).toContain("store:outcome.captured");
    // The balance shown includes the purchase, although its response was lost.
    expect((await shopper.browser.visit()).user?.soriaAmount).toBeLessThan(100_000);
  });

  it("while neither the list nor the history can be read, leads to the page that says so; never to a second charge", async () => {
    const shopper = await come();
    await faults(
      { path: "/api/store/products/purchase", mode: "close", after: true, member: shopper.member.id },
      { path: "/api/users/me/history", status: 500, member: shopper.member.id },
      { path: "/api/users/me/purchases", status: 500, member: shopper.member.id },
    );
    const { location } = await press(shopper);
    for (let again = 0; again < 3; again += 1) expect((await press(shopper)).location).toBe(location);
    expect(await taken(shopper)).toBe(1);
    const page = await shopper.load(completeLoader, location ?? "");
    expect(await page.json()).toMatchObject({ purchase: { kind: "balance", state: "asked" } });
    // If a page cannot load the purchase, the root loader provides it.
    const { inDoubt } = await purchasesOfPage(await shopper.browser.visit());
    expect(inDoubt).toMatchObject([{ state: "asked", quantity: 1 }]);
  });

  it("and was not taken, is told so after some minutes", async () => {
    const shopper = await come();
    await faults({ path: "/api/store/products/purchase", mode: "close", member: shopper.member.id });
    await press(shopper);
    await faults();
    expect(await shopper.purchases()).toEqual(["balance asked × 1"]);
    // The history does not list the purchase, but the call may still be in progress.
    await mine(shopper);
    expect(await shopper.purchases()).toEqual(["balance asked × 1"]);
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 4 * 60_000);
    await reconcileDue();
    clock.mockRestore();
    expect(await shopper.purchases()).toEqual(["balance refused × 1"]);
    expect(await shopper.messages()).toContain("store:outcome.refused");
    expect(await taken(shopper)).toBe(0);
  });

  it("with two lines that may be it, is left to the member where the API has no list", async () => {
    await olderApi();
    const shopper = await come();
    await lose("/api/store/products/purchase", shopper);
    await press(shopper);
    const { services } = await sandbox();
    await services.db.run(
      `INSERT INTO history (member_id, created_at, currency, type, change_amount, net_amount, note)
       SELECT member_id, created_at, currency, type, change_amount, net_amount, note FROM history
       WHERE member_id = ? ORDER BY id DESC LIMIT 1`,
      [shopper.member.id],
    );
    await faults();
    const { location } = await press(shopper);
    const { purchase } = (await (await shopper.load(completeLoader, location ?? "")).json()) as {
      purchase: PurchaseSummary;
    };
    expect([purchase.state, purchase.lines?.length]).toEqual(["unclear", 2]);
    await act(shopper, purchase.key, "say-not-taken");
    expect(await shopper.purchases()).toEqual(["balance refused × 1"]);
  });

  it("is not said to have taken nothing after a 401 that came after the work", async () => {
    const shopper = await come();
    await faults({
      path: "/api/store/products/purchase",
      status: 401,
      after: true,
      times: 1,
      member: shopper.member.id,
    });
    const { location, body } = await press(shopper);
    expect([body, location]).toEqual([undefined, expect.stringContaining("/complete?purchase=")]);
    await shopper.load(completeLoader, location ?? "");
    expect(await shopper.purchases()).toEqual(["balance captured × 1"]);
  });

  it("shows its outcome again until a browser has shown the page", async () => {
    const shopper = await come();
    await press(shopper);
    // Three pages are rendered but never displayed.
    for (let page = 0; page < 3; page += 1)
      expect(await shopper.messages()).toEqual(["store:outcome.captured"]);
    await shopper.see();
    expect(await shopper.messages()).toEqual([]);
    // No outcome is pending, so pages no longer check.
    expect((await shopper.browser.visit()).data.hasPurchases).toBeUndefined();
  });

  it("is found again after a new sign-in, on another device", async () => {
    const shopper = await come();
    await lose("/api/store/products/purchase", shopper);
    await press(shopper);
    await faults();
    const phone = await shopper.elsewhere();
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 30_000);
    await purchasesOfPage(await phone.browser.visit());
    await vi.waitFor(async () => expect(await phone.purchases()).toEqual(["balance captured × 1"]), {
      timeout: 20_000,
    });
    clock.mockRestore();
    expect(await phone.messages()).toEqual(["store:outcome.captured"]);
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
