/** What the site takes from the form of a purchase by card, and what it captures (docs/specification/statements.csv). */
import { describe, expect, it } from "vitest";
import { calls } from "#server/wire/calls";
import { faults } from "../../mocks/server";
import { act, pressBuy } from "../store-acts";
import { chargeCard, itemIn, Shopper } from "../store-support";
import { madeTo, receive } from "./received";

describe("buying by card", () => {
  const buy = async (shopper: Shopper, paymentType = "STRIPE") =>
    pressBuy(shopper, await itemIn("USD"), { paymentType, script: "ready" });

  it("is refused for another provider than STRIPE, and asks the API for no payment [A064.1 A064.2 A095.1 A356.1]", async () => {
    const shopper = await Shopper.come();
    const received = receive();
    for (const paymentType of ["PAYPAL", "BITCOIN", "STRIPE2", ""]) {
      const { status, errors } = await buy(shopper, paymentType);
      expect([status, errors], paymentType).toEqual([400, { paymentType: ["store:errors.method"] }]);
    }
    expect(received.filter(({ line }) => line.startsWith("POST"))).toEqual([]);
    const balances = ["SORIA", "SORIA_PLUS", "POINT"];
    const { transactionMethod } = calls.purchase.json.shape;
    expect(transactionMethod.options).toEqual(["STRIPE", "PAYPAL", ...balances]);
  });

  it.each([
    ["refuses", { status: 400, body: { result: 1303, message: "refused", data: null } }],
    ["fails at", { status: 500 }],
    ["closes the connection at", { mode: "close" as const }],
  ])("opens no card dialog when the API %s the creation of the payment [A067.1 A151.1]", async (_, fault) => {
    const shopper = await Shopper.come();
    await faults({ method: "POST", path: "/api/store/products/purchase", ...fault });
    const { status, body } = await buy(shopper);
    expect(status).not.toBe(200);
    expect(body).toBeDefined();
    expect(JSON.stringify(body)).not.toContain("clientSecret");
  });

  it("captures with the intent of that very payment, once it has succeeded [A094.1 A234.3 A235.1 A235.2 A235.3]", async () => {
    const shopper = await Shopper.come();
    const payment = (await buy(shopper)).body?.payment;
    if (!payment) throw new Error("no payment was begun");
    const received = receive();
    const captures = () => madeTo(received, "/api/store/order/capture").map(({ body }) => body);
    await act(shopper, payment.key, "check");
    expect(captures()).toEqual([]);
    await chargeCard(payment);
    await act(shopper, payment.key, "check");
    expect(captures()).toEqual([
      {
        transactionMethod: "STRIPE",
        transactionId: payment.transactionId,
        externalTransactionId: payment.clientSecret.split("_secret_")[0],
      },
    ]);
  });
});
