/** What the API receives when a form of support, governance or the store is submitted, or a member signs in. */
import { generatePrivateKey } from "viem/accounts";
import { beforeAll, describe, expect, it } from "vitest";
import { sandbox } from "../../mocks/server";
import { checkout } from "../form-cases";
import { chargeCard, itemIn } from "../store-support";
import { madeTo, receive } from "./received";
import { guest, memberOf, signIn, signInByWallet, words } from "./site";

beforeAll(async () => void (await guest()), 300_000);

describe("a session's form calls", () => {
  it("the sign-in with e-mail, password, the page's language and WEB [A010.1 A186.4 A212.1 A212.2]", async () => {
    const browser = await guest("zh");
    const { email, password } = await (await sandbox()).make({});
    const page = await browser.open("/sign-in");
    const received = receive();
    await browser.send(page, "sign-in", { intent: "sign-in", email: email ?? "", password });
    const body = { email, password, language: "ZH", platform: "WEB" };
    expect(madeTo(received, "/api/auth/sign-in")).toEqual([
      { line: "POST /api/auth/sign-in", body, hasToken: false },
    ]);
  });

  it("the agreement to the reset mail of a locked account is one call for that e-mail [A118.2]", async () => {
    const browser = await guest("ko");
    const email = (await (await sandbox()).make({ state: "locked" })).email ?? "";
    const asked = await signIn(browser, email, "Soria-2024!");
    const received = receive();
    await browser.send(asked, "sign-in", { intent: "unlock" });
    expect(received.filter(({ line }) => line.startsWith("POST"))).toEqual([
      { line: "POST /api/auth/forgot-password", body: { email, language: "KO" }, hasToken: false },
    ]);
  });

  it("the wallet's sign-in with its message, signature, the page's language and WEB [A010.1]", async () => {
    const received = receive();
    await signInByWallet(await guest("zh"), generatePrivateKey());
    expect(madeTo(received, "/api/auth/wallet/sign-in")).toMatchObject([
      { body: { language: "ZH", platform: "WEB" }, hasToken: false },
    ]);
  });

  it("the sign-out with a token as its field [A213.1]", async () => {
    const { browser } = await memberOf();
    const received = receive();
    await browser.post("/sign-out", [], await browser.open("/news"));
    expect(madeTo(received, "/api/auth/sign-out")).toEqual([
      { line: "POST /api/auth/sign-out", body: { token: expect.stringMatching(/./) }, hasToken: true },
    ]);
  });
});

describe("support's form calls", () => {
  const fields = { name: "水野 灯", email: "a@soria.test", subject: "s", message: "m" };

  it.each([
    ["a guest", "LOGIN_FAIL", false],
    ["a member", "BUG_ERROR", true],
  ] as const)(
    "an inquiry of %s as multipart with its fields [P119.1 P119.2 P155.1 P155.3]",
    async (_, typeCode, isMember) => {
      const browser = isMember ? (await memberOf({}, "ko")).browser : await guest("ko");
      const page = await browser.open("/support/inquiry");
      const received = receive();
      await browser.send(page, "inquiry", { ...fields, typeCode, confirmed: "yes" });
      expect(received.filter(({ line }) => line.startsWith("POST"))).toEqual([
        {
          line: "POST /api/support/inquiries",
          parts: { ...fields, typeCode, language: "KO" },
          hasToken: isMember,
        },
      ]);
    },
  );

  it("a reply as multipart with its content, to the inquiry's own path [P158.1]", async () => {
    const { browser, member } = await memberOf({ inquiries: [{ messages: ["q"] }, { messages: ["other"] }] });
    const [, id] = member.inquiries;
    const page = await browser.open(`/support/requests/${id}`);
    const received = receive();
    await browser.send(page, "reply", { content: "One more thing.", confirmed: "yes" });
    expect(received.filter(({ line }) => line.startsWith("POST"))).toEqual([
      {
        line: `POST /api/support/inquiries/${id}/message`,
        parts: { content: "One more thing." },
        hasToken: true,
      },
    ]);
  });
});

describe("governance's form calls", () => {
  it("a like without a body, to the debate's path [P163.1]", async () => {
    const { browser } = await memberOf();
    const page = await browser.open("/dao/suggestions/19/debates/1");
    const received = receive();
    await browser.send(page, "like", {});
    expect(received.filter(({ line }) => line.startsWith("POST"))).toEqual([
      { line: "POST /api/dao/suggestions/19/debates/1/like", body: undefined, hasToken: true },
    ]);
  });

  it("a report with its target, reason and words [P164.1]", async () => {
    const { browser } = await memberOf();
    const page = await browser.open("/dao/report?target=COMMENT&id=2");
    const received = receive();
    await browser.send(page, "report", { reason: "SPAM", detail: "Twice a day.", confirmed: "yes" });
    const body = { targetType: "COMMENT", targetId: 2, reason: "SPAM", detail: "Twice a day." };
    expect(received.filter(({ line }) => line.startsWith("POST"))).toEqual([
      { line: "POST /api/dao/report", body, hasToken: true },
    ]);
  });
});

describe("the store's form calls", () => {
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

  it("an order with its items, customer and address, confirmed by its id, listed by page and size [A239.1 A239.2 A240.1 A241.1 A242.1]", async () => {
    // A card needs scripts.
    const browser = await guest("en", true);
    const { id: memberId, email, password } = await (await sandbox()).make({});
    await signIn(browser, email ?? "", password);
    const id = await itemIn("USD");
    const form = await browser.open(`/store/products/${id}/checkout?quantity=2`);
    const received = receive();
    const asked = await browser.send(form, "checkout", { ...checkout, thirdParty: "on", process: "on" });
    const { data } = await browser.send(asked, "confirm-order", { script: "ready" });
    const { payment } = data as { payment: { key: string; clientSecret: string } };
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
});
