/** What the site takes from the form of a purchase by card, and what it captures (docs/specification/statements.csv). */
import { describe, expect, it } from "vitest";
import { completeAction } from "~/routes/store/complete/handlers.server";
import { buyAction, type BuyActionData } from "~/routes/store/product/action.server";
import { faults } from "../../mocks/server";
import { chargeCard, itemIn, Shopper } from "../store-support";
import { madeTo, receive } from "./received";

describe("buying by card", () => {
  it("is refused for another provider than STRIPE, and asks the API for no payment [A064.1 A064.2 A095.1 A356.1]", async () => {
    const shopper = await Shopper.come();
    const id = `${await itemIn("USD")}`;
    const received = receive();
    for (const paymentType of ["PAYPAL", "BITCOIN", "STRIPE2", ""]) {
      const fields = { quantity: "1", paymentType, confirm: "on", script: "ready", intent: "buy" };
      const refused = await shopper.send(buyAction, `/store/products/${id}`, fields, { id });
      expect(refused.status, paymentType).toBe(400);
      const { lastResult } = (await refused.json()) as BuyActionData;
      expect(lastResult.error, paymentType).toEqual({ paymentType: ["store:errors.method"] });
    }
    expect(received.filter(({ line }) => line.startsWith("POST"))).toEqual([]);
  });

  it.each([
    ["refuses", { status: 400, body: { result: 1303, message: "refused", data: null } }],
    ["fails at", { status: 500 }],
    ["closes the connection at", { mode: "close" as const }],
  ])("opens no card dialog when the API %s the creation of the payment [A067.1 A151.1]", async (_, fault) => {
    const shopper = await Shopper.come();
    const id = `${await itemIn("USD")}`;
    await faults({ method: "POST", path: "/api/store/products/purchase", ...fault });
    const fields = { quantity: "1", paymentType: "STRIPE", confirm: "on", script: "ready", intent: "buy" };
    const refused = await shopper.send(buyAction, `/store/products/${id}`, fields, { id });
    expect(refused.status).not.toBe(200);
    expect(JSON.stringify(await refused.json())).not.toContain("clientSecret");
  });

  it("captures with the intent of that very payment, once it has succeeded [A094.1 A234.3 A235.1 A235.2 A235.3]", async () => {
    const shopper = await Shopper.come();
    const id = `${await itemIn("USD")}`;
    const fields = { quantity: "1", paymentType: "STRIPE", confirm: "on", script: "ready", intent: "buy" };
    const begun = await shopper.send(buyAction, `/store/products/${id}`, fields, { id });
    const { payment } = (await begun.json()) as BuyActionData;
    if (!payment) throw new Error("no payment was begun");
    const received = receive();
    const captures = () => madeTo(received, "/api/store/order/capture").map(({ body }) => body);
    const finish = () =>
      shopper.send(completeAction, "/store/products/complete", { intent: "check", purchase: payment.key });
    await finish();
    expect(captures()).toEqual([]);
    await chargeCard(payment);
    await finish();
    expect(captures()).toEqual([
      {
        transactionMethod: "STRIPE",
        transactionId: payment.transactionId,
        externalTransactionId: payment.clientSecret.split("_secret_")[0],
      },
    ]);
  });
});
