import { afterEach, describe, expect, it, vi } from "vitest";
import { paths } from "~/domain/paths";
import { completeAction } from "~/routes/store/complete/handlers.server";
import { loader as completeLoader } from "~/routes/store/complete/route";
import { reconcileDue } from "#server/purchases/round.server";
import { changeLedger, readPurchases } from "#server/purchases/ledger.server";
import { MOST_IN_DOUBT, type Purchase } from "#server/purchases/purchase.server";
import { ownerOf } from "#server/store/encryption.server";
import { noApiTiming } from "#server/runtime/api-timing";
import { inRequestScope } from "#server/runtime/request-scope.server";
import { faults } from "../mocks/server";
import { act, announce, mine } from "./store-acts";
import { CAPTURE, chargeCard, conformingApi, olderApi, Shopper, useItems } from "./store-support";
import { breakCalls, buy, finish, keyOf, lose, open } from "./store-purchase-support";
import { receive } from "./statements/received";

useItems();
afterEach(conformingApi);

const pageOf = (shopper: Shopper, key: string) =>
  shopper.load(completeLoader, `/store/products/complete?purchase=${key}`);

/** Returns a signal that times out after 100 ms. */
function soonAborted(): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException("time limit", "TimeoutError")), 100);
  return controller.signal;
}

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
    const received = receive();
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
    expect(response.headers.get("location")).toBe(paths.store.purchase(payment.key));
    expect(received.filter(({ line }) => line === CAPTURE)).toHaveLength(3);
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
