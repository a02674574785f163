/** What the API receives of the store: line, token and body of each call. */
import { describe, expect, it } from "vitest";
import { sandbox } from "../../mocks/server";
import { texts } from "../../kit/data/texts";
import { checkout, filledCheckout } from "../form-cases";
import { chargeCard, itemIn } from "../store-support";
import { respond } from "./mocked-data";
import { madeTo, receive } from "./received";
import { browser, guest, memberOf, signIn, useSite, words } from "./site";

useSite();

describe("the store's calls", () => {
  it.each([
    ["SORIA", "BALANCE", "SORIA"],
    ["USD", "STRIPE", "STRIPE"],
  ] as const)(
    "a purchase in %s with its item, quantity and method [A231.1 A234.1 A234.2]",
    async (currency, paymentType, transactionMethod) => {
      const { browser } = await memberOf({ balances: { soria: 100_000 } });
      const id = await itemIn(currency);
      const page = await browser.open(`/store/products/${id}`);
      const received = receive();
      const typed = { quantity: "2", paymentType, confirm: "on", script: "ready" };
      await browser.send(page, "buy", { intent: "buy", ...typed });
      expect(madeTo(received, "/api/store/products/purchase")).toMatchObject([
        { body: { transactionMethod, objectId: id, quantity: 2 }, hasToken: true },
      ]);
    },
  );

  it("an order with its items, customer and address, confirmed by its id, listed by page and size; its payment is made before the card is asked for [A151.1 A189.3 A239.1 A239.2 A240.1 A241.1 A242.1]", async () => {
    // A card needs scripts.
    const browser = await guest("en", true);
    const { id: memberId, email, password } = await (await sandbox()).make({});
    await signIn(browser, email ?? "", password);
    const id = await itemIn("USD");
    const form = await browser.open(`/store/products/${id}/checkout?quantity=2`);
    const received = receive();
    const asked = await browser.send(form, "checkout", filledCheckout);
    const { data } = await browser.send(asked, "confirm-order", { script: "ready" });
    const { payment } = data as { payment: { key: string; clientSecret: string } };
    expect(madeTo(received, "/api/store/products/purchase")).toMatchObject([
      { line: "POST /api/store/products/purchase", body: { objectId: id, quantity: 2 }, hasToken: true },
    ]);
    await chargeCard(payment);
    await browser.open(`/store/products/complete?purchase=${payment.key}`);
    const { customerName, customerEmail, shippingName } = checkout;
    const phone = "0312345678";
    const { postalCode, address, detailedAddress } = checkout;
    const [made, ...more] = madeTo(received, "/order-service/v1/users/orders").filter(({ line }) =>
      line.startsWith("POST"),
    );
    expect(more).toEqual([]);
    expect(made).toMatchObject({
      hasToken: true,
      body: {
        orderItems: [{ objectId: id, quantity: 2 }],
        customer: { name: customerName, phone, email: customerEmail },
        shipping: { name: shippingName, phone, address, detailedAddress, postalCode },
        paymentMethod: "STRIPE",
      },
    });
    const { db } = (await sandbox()).services;
    const order = await db.one<{ id: number }>("SELECT id FROM orders WHERE member_id = ?", [memberId]);
    expect(madeTo(received, "/order-service/v1/users/orders/confirm")).toMatchObject([
      {
        line: "POST /order-service/v1/users/orders/confirm",
        body: { orderId: order?.id },
        hasToken: true,
      },
    ]);
    expect(words(await browser.open("/my-page/ecommerce-history"))).toMatch(/ORDER-\d{8}-/);
    expect(madeTo(received, "/order-service/v1/users/orders").map(({ line }) => line)).toContain(
      "GET /order-service/v1/users/orders?page=1&size=10",
    );
  });

  it.each(["much", "1200", 0.5])(
    "an item with the price %j is not bought, whatever is posted [A092.3]",
    async (sale_amount) => {
      const { browser } = await memberOf({ balances: { soria: 10_000 } });
      const good = await browser.open("/store/products/1");
      const card = await itemIn("USD");
      const delivery = await browser.open(`/store/products/${card}/checkout`);
      for (const [id, payment_type] of [
        [1, "SORIA"],
        [card, "USD"],
      ] as const) {
        const odd = { id, name: "Kit", sale_amount, payment_type, objectImages: [] };
        respond(`/api/store/products/${id}`, odd);
      }
      const received = receive();
      const buy = { intent: "buy", quantity: "1", paymentType: "BALANCE", confirm: "on" };
      const { status, html } = await browser.send(good, "buy", buy);
      expect(status).toBe(400);
      expect(words(html)).toContain(texts("en", "store")("item.noPrice"));
      expect(words(html)).not.toMatch(/\b0(?:\.00)? Soria\b/);
      expect(received.filter(({ line }) => line.startsWith("POST"))).toEqual([]);
      expect(html).not.toContain('id="slip-title"');
      await browser.send(delivery, "checkout", filledCheckout);
      expect((await browser.open(`/store/products/${card}/checkout/confirm`)).path).toBe("/");
      const { path } = await browser.open(`/store/products/${card}/checkout`);
      expect(path).toBe("/");
    },
  );

  it("a guest's purchase is sent to nobody: the API would refuse it, and the sign-in comes first [A205.1]", async () => {
    const received = receive();
    const page = await browser.post("/store/products/1", [["intent", "buy"]], await browser.open("/"));
    expect(page.path).toMatch(/^\/sign-in\?redirectTo=/);
    expect(received.filter(({ line }) => line.includes("/store/"))).toEqual([]);
  });
});
