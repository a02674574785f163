import { describe, expect, it } from "vitest";
import { action as checkoutAction, loader as checkoutLoader } from "~/routes/store/checkout/route";
import type { CardSummary } from "~/domain/purchase-summary";
import { completeAction } from "~/routes/store/complete/handlers.server";
import { loader as completeLoader } from "~/routes/store/complete/route";
import { type ConfirmActionData, confirmAction } from "~/routes/store/confirm-order/action.server";
import { loader as confirmLoader } from "~/routes/store/confirm-order/route";
import { callApi } from "#server/api/api.server";
import { requireMember } from "#server/session/session.server";
import { faults, sandbox } from "../mocks/server";
import { SIGNATURE_FIELD } from "../kit/visitors/form-signatures";
import { receive } from "./statements/received";
import { card, chargeCard, Shopper, soria, useItems } from "./store-support";

useItems();

const address = {
  customerName: "Akari Mizuno",
  customerPhone: "０９０ー１２３４ー５６７８",
  customerEmail: "akari@soria.test",
  shippingName: "Akari Mizuno",
  shippingPhone: "+65 8123 4567",
  postalCode: "1000001",
  address: "1-1 Chiyoda",
  detailedAddress: "3F",
  paymentMethod: "STRIPE",
  thirdParty: "on",
  process: "on",
};

describe("the order with delivery", () => {
  const path = (rest = "") => `/store/products/${card}/checkout${rest}`;
  const send = (shopper: Shopper, fields: Record<string, string>, id = card) =>
    shopper.send(checkoutAction, `${path()}?quantity=2`, fields, { id: `${id}` });
  const confirm = (shopper: Shopper, fields: Record<string, string> = { script: "ready" }) =>
    shopper.send(confirmAction, path("/confirm"), fields, { id: `${card}` });
  const confirmPage = (shopper: Shopper) => shopper.load(confirmLoader, path("/confirm"), { id: `${card}` });
  const orders = async (shopper: Shopper) => (await shopper.books()).orders;
  const look = (shopper: Shopper, { key }: { key: string }) =>
    shopper.load(completeLoader, `/store/products/complete?purchase=${key}`);
  const error = (what: string) => ({ lastResult: { error: { "": [`store:confirmOrder.${what}`] } } });
  async function place(shopper: Shopper): Promise<CardSummary> {
    const response = (await (await confirm(shopper)).json()) as ConfirmActionData;
    if (!response.payment) throw new Error(`not placed: ${JSON.stringify(response.lastResult.error)}`);
    return response.payment;
  }

  it("requires every field and both consents [A188.1 A188.2 A188.3]", async () => {
    const response = await send(await Shopper.come(), {});
    expect(response.status).toBe(400);
    const { lastResult } = (await response.json()) as { lastResult: { error: Record<string, string[]> } };
    expect(Object.keys(lastResult.error).sort()).toEqual(Object.keys(address).sort());
  });

  it("is made when it is confirmed, paid by card, captured, and only then confirmed: one order, one charge", async () => {
    const shopper = await Shopper.come();
    const sent = await send(shopper, address);
    expect(sent.headers.get("location")).toBe(path("/confirm"));
    expect(await orders(shopper)).toEqual([]);
    expect(await (await confirmPage(shopper)).json()).toMatchObject({
      order: { quantity: 2, fields: { postalCode: "100-0001", customerPhone: "09012345678" } },
    });
    const payment = await place(shopper);
    expect(await orders(shopper)).toMatchObject([{ status: "CREATED" }]);
    await chargeCard(payment);
    expect(await (await look(shopper, payment)).json()).toMatchObject({
      purchase: { state: "captured", orderNumber: expect.stringMatching(/^ORDER-/) },
    });
    expect(await shopper.messages()).toEqual(["store:outcome.ordered"]);
    const [order, ...others] = await orders(shopper);
    expect([order?.status, others]).toEqual(["CONFIRMED", []]);
    expect(order?.delivery).toContain("100-0001");
    expect((await shopper.books()).transactions).toMatchObject([{ status: "CAPTURED" }]);
    // Returning to the confirmation redirects to the order's page.
    expect((await confirmPage(shopper)).headers.get("location")).toBe(
      `/store/products/complete?purchase=${payment.key}`,
    );
  });

  it("without scripts waits for its payment, and can be paid later", async () => {
    const shopper = await Shopper.come();
    await send(shopper, address);
    const location = (await confirm(shopper, {})).headers.get("location") ?? "";
    const { purchase } = (await (await shopper.load(completeLoader, location)).json()) as {
      purchase: CardSummary;
    };
    expect(purchase).toMatchObject({ kind: "order", state: "ordered" });
    expect((await shopper.books()).transactions).toEqual([]);
    const pay = { intent: "pay", purchase: purchase.key, script: "ready" };
    await shopper.send(completeAction, "/store/products/complete", pay);
    const open = (await (await shopper.load(completeLoader, location)).json()) as { purchase: CardSummary };
    await chargeCard(open.purchase);
    await look(shopper, purchase);
    expect(await orders(shopper)).toMatchObject([{ status: "CONFIRMED" }]);
  });

  it("is placed once by a double click", async () => {
    const shopper = await Shopper.come();
    await send(shopper, address);
    const responses = await Promise.all([place(shopper), place(shopper)]);
    expect(new Set(responses.map(({ key }) => key)).size).toBe(1);
    expect(await orders(shopper)).toHaveLength(1);
  });

  it("whose making is lost is asked for again with the same key: one order", async () => {
    const shopper = await Shopper.come();
    await send(shopper, address);
    const { member } = shopper;
    await faults({
      method: "POST",
      path: "/order-service/v1/users/orders",
      mode: "close",
      after: true,
      member: member.id,
    });
    expect(await (await confirm(shopper)).json()).toMatchObject(error("failed"));
    await faults();
    await place(shopper);
    expect(await orders(shopper)).toHaveLength(1);
  });

  it("whose confirmation is lost is confirmed again by itself, and by changing the details no second one", async () => {
    const shopper = await Shopper.come();
    await send(shopper, address);
    const payment = await place(shopper);
    await chargeCard(payment);
    const { member } = shopper;
    await faults({
      path: "/order-service/v1/users/orders/confirm",
      mode: "close",
      after: true,
      member: member.id,
    });
    await look(shopper, payment);
    expect(await shopper.purchases()).toEqual(["order confirming × 2"]);
    // Uses "Change the details" and proceeds to the confirmation again.
    await send(shopper, { ...address, detailedAddress: "Another house" });
    expect((await confirm(shopper)).headers.get("location")).toBe(
      `/store/products/complete?purchase=${payment.key}`,
    );
    await faults();
    await look(shopper, payment);
    expect(await shopper.purchases()).toEqual(["order captured × 2"]);
    expect(await orders(shopper)).toMatchObject([{ status: "CONFIRMED" }]);
  });

  it("changed before it is paid is made anew; the one before is never confirmed", async () => {
    const shopper = await Shopper.come();
    await send(shopper, address);
    await place(shopper);
    await send(shopper, { ...address, detailedAddress: "Another house" });
    const payment = await place(shopper);
    await chargeCard(payment);
    await look(shopper, payment);
    const confirmed = (await orders(shopper)).filter(({ status }) => status === "CONFIRMED");
    expect(confirmed).toHaveLength(1);
    expect(confirmed[0]?.delivery).toContain("Another house");
    expect((await shopper.books()).transactions.filter(({ status }) => status === "CAPTURED")).toHaveLength(
      1,
    );
  });

  it("is not placed with what another tab has entered meanwhile", async () => {
    const shopper = await Shopper.come();
    const version = async () =>
      ((await (await confirmPage(shopper)).json()) as { order: { version: string } }).order.version;
    await send(shopper, address);
    const first = await version();
    await send(shopper, { ...address, detailedAddress: "Another house" });
    const response = await confirm(shopper, { version: first, script: "ready" });
    expect([response.status, await response.json()]).toMatchObject([409, error("changed")]);
    expect(await orders(shopper)).toEqual([]);
    await confirm(shopper, { version: await version(), script: "ready" });
    expect((await orders(shopper))[0]?.delivery).toContain("Another house");
  });

  it("what was entered is there again after a new sign-in, on any device", async () => {
    const shopper = await Shopper.come();
    await send(shopper, address);
    const phone = await shopper.elsewhere();
    expect(await (await confirmPage(phone)).json()).toMatchObject({
      order: { fields: { postalCode: "100-0001" } },
    });
  });

  it("whose form comes after the session's end: all that was typed is there after the new sign-in", async () => {
    const shopper = await Shopper.come();
    const page = async () =>
      (await (await shopper.load(checkoutLoader, path(), { id: `${card}` })).json()) as {
        form: { signature: string; draft: { values: Record<string, string> } | null };
      };
    const { signature } = (await page()).form;
    shopper.browser.cookies.clear();
    const response = await send(shopper, { ...address, [SIGNATURE_FIELD]: signature });
    expect(response.headers.get("location")).toBe(
      `/sign-in?redirectTo=${encodeURIComponent(`${path()}?quantity=2`)}`,
    );
    expect(await shopper.messages()).toEqual(["account:ended.kept"]);
    await shopper.signIn();
    const { thirdParty: _, process: __, ...typed } = address;
    expect((await page()).form.draft?.values).toEqual(typed);
    // The confirmation has no input fields: after signing in, the member returns to it and the order is still there.
    await send(shopper, address);
    const confirmation = (await (await confirmPage(shopper)).json()) as { form: { signature: string } };
    shopper.browser.cookies.clear();
    const asked = await confirm(shopper, { script: "ready", [SIGNATURE_FIELD]: confirmation.form.signature });
    expect(asked.headers.get("location")).toBe(`/sign-in?redirectTo=${encodeURIComponent(path("/confirm"))}`);
    await shopper.signIn();
    expect((await confirmPage(shopper)).status).toBe(200);
    expect(await orders(shopper)).toEqual([]);
  });

  it("is not placed at another price than was confirmed", async () => {
    const shopper = await Shopper.come();
    await send(shopper, address);
    const { services } = await sandbox();
    const price = (by: number) =>
      services.db.run("UPDATE products SET amount = amount + ? WHERE id = ?", [by, card]);
    await price(100);
    try {
      expect(await (await confirm(shopper)).json()).toMatchObject({
        lastResult: { error: { "": [expect.stringContaining("store:confirmOrder.priceChanged")] } },
      });
      expect(await orders(shopper)).toEqual([]);
      await place(shopper);
    } finally {
      await price(-100);
    }
  });

  it.each([
    ["0", "store:errors.quantity"],
    ["abc", "store:errors.quantity"],
    ["999999999999", "store:errors.quantityTooLarge"],
    ["3", undefined],
  ])("of %s says what is wrong with the quantity", async (quantity, quantityError) => {
    const shopper = await Shopper.come();
    const { services } = await sandbox();
    await services.db.run("UPDATE products SET amount = amount + 1000000 WHERE id = ?", [card]);
    try {
      const page = await shopper.load(checkoutLoader, `${path()}?quantity=${quantity}`, { id: `${card}` });
      const { order, ...rest } = (await page.json()) as {
        order: { quantity: number };
        quantityError?: string;
      };
      expect([order.quantity, rest.quantityError]).toEqual([quantityError ? 1 : 3, quantityError]);
    } finally {
      await services.db.run("UPDATE products SET amount = amount - 1000000 WHERE id = ?", [card]);
    }
  });

  it("is for items priced in money", async () => {
    const shopper = await Shopper.come();
    const response = await shopper.load(checkoutLoader, path(), { id: `${soria}` });
    expect(response.headers.get("location")).toBe("/");
    expect((await confirm(shopper)).headers.get("location")).toBe("/");
  });
});

describe("PayPal, which no screen reaches", () => {
  it("creates an order of an item and its quantity, and captures it by its id [A231.1 A236.1 A237.1]", async () => {
    const shopper = await Shopper.come();
    const session = await requireMember(shopper.browser.request());
    const wanted = { objectId: card, quantity: 2 };
    const received = receive();
    const { orderId } = await callApi("createPaypalOrder", { tokens: session, json: wanted });
    expect(
      await callApi("capturePaypalOrder", { tokens: session, json: { ...wanted, orderId } }),
    ).toMatchObject({ status: "CAPTURED" });
    expect(received).toEqual([
      { line: "POST /api/paypal/orders", body: wanted, hasToken: true },
      { line: "POST /api/paypal/orders/capture", body: { ...wanted, orderId }, hasToken: true },
    ]);
  });

  it("answers 13000 for an order that does not exist", async () => {
    const shopper = await Shopper.come();
    const session = await requireMember(shopper.browser.request());
    await expect(
      callApi("capturePaypalOrder", {
        tokens: session,
        json: { objectId: card, quantity: 1, orderId: "NOBODYS" },
      }),
    ).rejects.toMatchObject({ code: 13000 });
  });
});
