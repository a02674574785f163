import { afterEach, describe, expect, it } from "vitest";
import { buyAction } from "~/routes/store/product/action.server";
import { faults, sandbox } from "../mocks/server";

import { madeTo, receive } from "./statements/received";
import { card, conformingApi, PURCHASE, Shopper, soria, useItems } from "./store-support";
import { balance, buy, complete, open } from "./store-purchase-support";

useItems();
afterEach(conformingApi);

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
    expect(await shopper.calls()).not.toHaveProperty([PURCHASE]);
  });

  it.each(["0", "-0", "00", "-1", "0.9", ""])(
    "sends no quantity of %j to the API [A189.3]",
    async (quantity) => {
      const shopper = await Shopper.come({ balances: { soria: 100_000 } });
      for (const [how, id] of [
        [{}, card],
        [balance, soria],
      ] as const) {
        const { status, errors } = await buy(shopper, { ...how, quantity }, id);
        expect([status, errors]).toEqual([400, { quantity: ["store:errors.quantity"] }]);
      }
      expect(await shopper.calls()).not.toHaveProperty([PURCHASE]);
    },
  );

  it("sends a quantity of one to the API as one [A189.3]", async () => {
    const shopper = await Shopper.come({ balances: { soria: 100_000 } });
    const received = receive();
    await buy(shopper, { quantity: "1" });
    await buy(shopper, balance, soria);
    const sent = madeTo(received, "/api/store/products/purchase").map(({ body }) => body);
    expect(sent).toEqual([card, soria].map((objectId) => expect.objectContaining({ objectId, quantity: 1 })));
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

  it.each(["purchase", "", "BUY", "constructor", "toString", "__proto__"])(
    "buys nothing and steps no quantity for the unknown intent %j",
    async (intent) => {
      const shopper = await Shopper.come();
      const { status, body } = await buy(shopper, { intent, quantity: "2" });
      expect([status, body?.quantity]).toEqual([200, "2"]);
      expect(await shopper.calls()).not.toHaveProperty([PURCHASE]);
    },
  );

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
