import { beforeAll, describe, expect, it } from "vitest";
import { action as beginAction } from "~/routes/store/complete/begin";
import { completeAction } from "~/routes/store/complete/action.server";
import { loader as completeLoader } from "~/routes/store/complete/route";
import { action as signOutAction } from "~/routes/resources/sign-out";
import { buyAction, type BuyAnswer } from "~/routes/store/product/action.server";
import { sandbox } from "../mocks/server";
import { CAPTURE, chargeCard, itemIn, PURCHASE, Shopper } from "./store-support";

let card: number;
let soria: number;
beforeAll(async () => {
  card = await itemIn("USD");
  soria = await itemIn("SORIA");
});

const complete = { quantity: "2", paymentType: "STRIPE", confirm: "on", script: "ready", intent: "buy" };

async function buy(shopper: Shopper, fields: Record<string, string> = {}, id = card) {
  const answer = await shopper.send(
    buyAction,
    `/store/products/${id}`,
    { ...complete, ...fields },
    { id: `${id}` },
  );
  const isJson = answer.headers.get("content-type")?.includes("json");
  return {
    status: answer.status,
    location: answer.headers.get("location"),
    body: isJson ? ((await answer.json()) as BuyAnswer) : undefined,
  };
}

async function open(shopper: Shopper, fields: Record<string, string> = {}) {
  const { body } = await buy(shopper, fields);
  if (body?.kind !== "payment") throw new Error(`no payment: ${JSON.stringify(body)}`);
  return body;
}

const finish = (shopper: Shopper, transactionId: string, more: Record<string, string> = {}) =>
  shopper.send(completeAction, "/store/products/complete", { intent: "capture", transactionId, ...more });

describe("the buy form", () => {
  it("says everything that is missing, and creates no payment", async () => {
    const shopper = await Shopper.come();
    const { status, body } = await buy(shopper, { quantity: "0", paymentType: "", confirm: "" });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      kind: "form",
      fieldErrors: {
        quantity: ["store:errors.quantity"],
        paymentType: ["store:errors.method"],
        confirm: ["store:errors.confirm"],
      },
    });
    expect(await shopper.calls()).not.toHaveProperty([PURCHASE]);
  });

  it("refuses PayPal, which is shown disabled", async () => {
    const shopper = await Shopper.come();
    expect((await buy(shopper, { paymentType: "PAYPAL" })).body).toMatchObject({
      fieldErrors: { paymentType: ["store:errors.method"] },
    });
    const calls = Object.keys(await shopper.calls());
    expect(calls.filter((call) => call.includes("paypal"))).toEqual([]);
  });

  it("without a script that can take a card, says so and creates no payment", async () => {
    const shopper = await Shopper.come();
    const { status, body } = await buy(shopper, { script: "" });
    expect([status, body]).toMatchObject([400, { formErrors: ["store:item.needsScript"] }]);
    expect(await shopper.calls()).not.toHaveProperty([PURCHASE]);
  });

  it.each([
    ["increase", "1", "2"],
    ["decrease", "2", "1"],
    ["decrease", "1", "1"],
    ["recount", "７", "7"],
    ["increase", "nonsense", "2"],
  ])("steps the quantity: %s from %s", async (intent, quantity, next) => {
    const { status, body } = await buy(await Shopper.come(), { intent, quantity });
    expect([status, body?.values.quantity]).toEqual([200, next]);
  });

  it.each(["constructor", "toString", "__proto__"])("takes no quantity from %s", async (intent) => {
    const { status, body } = await buy(await Shopper.come(), { intent, quantity: "2", confirm: "" });
    expect([status, body?.values.quantity]).toEqual([400, "2"]);
  });

  it("refuses a total that would not be exact", async () => {
    const { body } = await buy(await Shopper.come(), { quantity: "999999999999" });
    expect(body).toMatchObject({
      kind: "form",
      fieldErrors: { quantity: ["store:errors.quantityTooLarge"] },
    });
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

  it.each(["999999", "abc", "-1", "1e2"])("answers the id %s with Invalid Access", async (id) => {
    const shopper = await Shopper.come();
    const answer = await shopper.send(buyAction, `/store/products/${id}`, complete, { id });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/"]);
    expect(await shopper.messages()).toEqual(["errors:invalidAccess"]);
  });

  it("tells that nothing was charged when the payment cannot be created", async () => {
    const shopper = await Shopper.come();
    await (
      await sandbox()
    ).faults([{ path: "/api/store/products/purchase", status: 500, member: shopper.member.id }]);
    expect(await buy(shopper)).toMatchObject({
      status: 502,
      body: { formErrors: ["store:errors.notCreated"] },
    });
  });
});

describe("one payment per member, item and quantity", () => {
  it("for a double click", async () => {
    const shopper = await Shopper.come();
    const answers = await Promise.all([1, 2, 3].map(() => open(shopper, { token: "double-click-1" })));
    expect(new Set(answers.map(({ payment }) => payment.transactionId)).size).toBe(1);
    expect((await shopper.calls())[PURCHASE]).toBe(1);
  });

  it("for two tabs: the second is told of the first", async () => {
    const shopper = await Shopper.come();
    const answers = await Promise.all(
      ["tab-number-1", "tab-number-2"].map((token) => open(shopper, { token })),
    );
    expect(answers.map(({ isNew }) => isNew).sort()).toEqual([false, true]);
    expect((await shopper.calls())[PURCHASE]).toBe(1);
  });

  it("for two devices, and after signing out and in", async () => {
    const shopper = await Shopper.come();
    const phone = await shopper.elsewhere();
    const first = await open(shopper);
    const second = await open(phone);
    expect(second).toMatchObject({ isNew: false, payment: { transactionId: first.payment.transactionId } });
    await phone.send(signOutAction, "/sign-out", {});
    await phone.signIn();
    expect((await open(phone)).payment.transactionId).toBe(first.payment.transactionId);
  });

  it("but another quantity is another payment", async () => {
    const shopper = await Shopper.come();
    const [two, three] = [await open(shopper), await open(shopper, { quantity: "3" })];
    expect(three.payment.transactionId).not.toBe(two.payment.transactionId);
  });

  it("also by the same form, whose dialog was closed meanwhile; what it began before is not wanted any more", async () => {
    const shopper = await Shopper.come();
    const token = "dialog-closed-1";
    const one = await open(shopper, { token, quantity: "1" });
    const three = await open(shopper, { token, quantity: "3" });
    expect(three).toMatchObject({ isNew: true, payment: { quantity: 3, amount: one.payment.amount * 3 } });
    // Pressed once more: the dialog opens again, for the same payment.
    expect(await open(shopper, { token, quantity: "3" })).toMatchObject({
      isNew: true,
      payment: { transactionId: three.payment.transactionId },
    });
    const page = await shopper.load(completeLoader, "/store/products/complete");
    expect(page.headers.get("location")).toBe(
      `/store/products/complete?transaction=${three.payment.transactionId}`,
    );
  });

  it("and one that a card was sent to stays beside it", async () => {
    const shopper = await Shopper.come();
    const token = "dialog-closed-2";
    const { payment } = await open(shopper, { token, quantity: "1" });
    const { transactionId } = payment;
    await shopper.send(beginAction, "/store/products/complete/begin", { transactionId });
    await open(shopper, { token, quantity: "3" });
    const page = await shopper.load(completeLoader, "/store/products/complete");
    expect(page.headers.get("location")).toBe(`/store/products/complete?transaction=${transactionId}`);
  });

  it("and a form that has been finished buys nothing again", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper, { token: "used-form-1" });
    await chargeCard(payment);
    await finish(shopper, payment.transactionId);
    expect(await buy(shopper, { token: "used-form-1" })).toMatchObject({
      status: 303,
      location: "/my-page/history",
    });
    expect(await shopper.messages()).toContain("store:done.already");
    expect((await shopper.calls())[PURCHASE]).toBe(1);
  });
});

describe("capture", () => {
  it("is done once, however often it is asked for", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    await chargeCard(payment);
    const answers = await Promise.all(
      [1, 2, 3].map(() => finish(shopper, payment.transactionId, { seen: "succeeded" })),
    );
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(answers.map(({ headers }) => headers.get("location"))).toEqual(Array(3).fill("/my-page/history"));
    expect((await shopper.calls())[CAPTURE]).toBe(1);
    expect((await shopper.messages()).filter((key) => key === "store:done.paid")).toHaveLength(1);
  });

  it("takes the member's own payments only", async () => {
    const [owner, thief] = [await Shopper.come(), await Shopper.come()];
    const { payment } = await open(owner);
    await chargeCard(payment);
    for (const id of [payment.transactionId, "TX-NOBODYS", ""]) {
      expect((await finish(thief, id)).headers.get("location")).toBe("/");
    }
    expect(await thief.calls()).not.toHaveProperty([CAPTURE]);
    const page = await thief.load(
      completeLoader,
      `/store/products/complete?transaction=${payment.transactionId}`,
    );
    expect(page.headers.get("location")).toBe("/");
  });

  it("says so when the API has not been paid, and leaves the payment open", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    const answer = await finish(shopper, payment.transactionId);
    expect([answer.status, await answer.json()]).toEqual([409, { notPaid: true }]);
    await chargeCard(payment);
    expect((await finish(shopper, payment.transactionId)).status).toBe(303);
  });

  it("is tried three times, then hands over to support, and can be finished later", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    await chargeCard(payment);
    const rule = { path: "/api/store/order/capture", status: 500, member: shopper.member.id };
    await (await sandbox()).faults([rule]);
    const answer = await finish(shopper, payment.transactionId, { seen: "succeeded" });
    expect(answer.headers.get("location")).toBe(
      `/support/inquiry?typeCode=PURCHASE_REFUND&transactionId=${payment.transactionId}`,
    );
    expect(await shopper.messages()).toEqual(["store:done.interrupted"]);
    expect((await shopper.calls())[CAPTURE]).toBe(3);

    await (await sandbox()).faults([]);
    const page = await shopper.load(
      completeLoader,
      `/store/products/complete?transaction=${payment.transactionId}`,
    );
    expect(await page.json()).toMatchObject({
      target: { kind: "one", isDone: false, payment: { isInterrupted: true } },
    });
    expect((await finish(shopper, payment.transactionId)).headers.get("location")).toBe("/my-page/history");
  });

  it("whose answer is lost is asked for again, and done once", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    await chargeCard(payment);
    await (
      await sandbox()
    ).faults([
      { path: "/api/store/order/capture", mode: "close", after: true, times: 2, member: shopper.member.id },
    ]);
    expect((await finish(shopper, payment.transactionId)).headers.get("location")).toBe("/my-page/history");
    expect((await shopper.calls())[CAPTURE]).toBe(3);
    const { services } = await sandbox();
    const orders = await services.db.all("SELECT id FROM orders WHERE member_id = ?", [shopper.member.id]);
    expect(orders).toHaveLength(1);
  });
});

describe("before a card is charged", () => {
  it("the site notes it, and only for an open payment of this member", async () => {
    const [shopper, other] = [await Shopper.come(), await Shopper.come()];
    const { payment } = await open(shopper);
    const begin = async (who: Shopper, transactionId = payment.transactionId) =>
      (
        (await (await who.send(beginAction, "/store/products/complete/begin", { transactionId })).json()) as {
          state: string;
        }
      ).state;
    expect(await begin(other)).toBe("gone");
    expect(await begin(shopper, "TX-NOBODYS")).toBe("gone");
    expect(await begin(shopper)).toBe("submitted");
    await chargeCard(payment);
    await finish(shopper, payment.transactionId);
    expect(await begin(shopper)).toBe("captured");
  });

  it("a visitor who is signed out is sent to sign in", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    await shopper.send(signOutAction, "/sign-out", {});
    const answer = await shopper.send(beginAction, "/store/products/complete/begin", payment as never);
    expect([answer.status, answer.headers.get("location")?.split("?")[0]]).toEqual([303, "/sign-in"]);
  });
});

describe("giving a payment up", () => {
  const drop = (shopper: Shopper, transactionId: string) =>
    shopper.send(completeAction, "/store/products/complete", { intent: "drop", transactionId });

  it("forgets one that nothing was paid for", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    expect((await drop(shopper, payment.transactionId)).headers.get("location")).toBe("/store/products");
    expect((await shopper.load(completeLoader, "/store/products/complete")).headers.get("location")).toBe(
      "/",
    );
    expect((await open(shopper, { token: "begun-anew-1" })).payment.transactionId).not.toBe(
      payment.transactionId,
    );
  });

  it("finishes one that turns out to be paid", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    await shopper.send(beginAction, "/store/products/complete/begin", {
      transactionId: payment.transactionId,
    });
    await chargeCard(payment);
    expect((await drop(shopper, payment.transactionId)).headers.get("location")).toBe("/my-page/history");
    expect((await shopper.calls())[CAPTURE]).toBe(1);
  });

  it("keeps one of which nobody can tell", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    await shopper.send(beginAction, "/store/products/complete/begin", {
      transactionId: payment.transactionId,
    });
    await (
      await sandbox()
    ).faults([{ path: "/api/store/order/capture", status: 500, member: shopper.member.id }]);
    expect((await drop(shopper, payment.transactionId)).headers.get("location")).toBe(
      `/store/products/complete?transaction=${payment.transactionId}`,
    );
  });

  it("does no harm to another tab that pays at this moment", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    await drop(shopper, payment.transactionId);
    await chargeCard(payment);
    const page = await shopper.load(
      completeLoader,
      `/store/products/complete?transaction=${payment.transactionId}`,
    );
    expect(await page.json()).toMatchObject({ target: { payment: { isDropped: true } } });
    expect((await finish(shopper, payment.transactionId)).headers.get("location")).toBe("/my-page/history");
  });
});

describe("the return address", () => {
  const load = (shopper: Shopper, query = "") =>
    shopper.load(completeLoader, `/store/products/complete${query}`);

  it("drops the provider's parameters first, and believes none of them", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    const intent = payment.clientSecret.split("_secret_")[0];
    const query = `?payment_intent=${intent}&payment_intent_client_secret=${payment.clientSecret}&redirect_status=succeeded`;
    const answer = await load(shopper, query);
    expect(answer.headers.get("location")).toBe(
      `/store/products/complete?transaction=${payment.transactionId}`,
    );
    expect(await shopper.calls()).not.toHaveProperty([CAPTURE]);
    expect(
      (await load(shopper, "?payment_intent=pi_foreign&redirect_status=succeeded")).headers.get("location"),
    ).toBe("/");
  });

  it("is no place to be without a payment", async () => {
    const shopper = await Shopper.come();
    expect((await load(shopper)).headers.get("location")).toBe("/");
    expect(await shopper.messages()).toEqual(["errors:invalidAccess"]);
  });

  it("finds the one payment by itself, and offers several to choose from", async () => {
    const shopper = await Shopper.come();
    const { payment } = await open(shopper);
    expect((await load(shopper)).headers.get("location")).toBe(
      `/store/products/complete?transaction=${payment.transactionId}`,
    );
    await open(shopper, { quantity: "5" });
    expect(await (await load(shopper)).json()).toMatchObject({
      target: { kind: "several", payments: [{}, {}] },
    });
  });
});

describe("an item in soria", () => {
  it("is paid from the balance at once, without a script, and the new balance is shown", async () => {
    const shopper = await Shopper.come({ balances: { soria: 100_000 } });
    const answer = await buy(shopper, { quantity: "1", script: "", paymentType: "BALANCE" }, soria);
    expect(answer).toMatchObject({ status: 303, location: "/my-page/history" });
    expect((await shopper.browser.visit()).user?.soriaAmount).toBeLessThan(100_000);
  });

  it("is not charged at another price than the page showed", async () => {
    const shopper = await Shopper.come({ balances: { soria: 100_000 } });
    const wanted = { quantity: "1", paymentType: "BALANCE" };
    expect(await buy(shopper, { ...wanted, price: "1 SORIA" }, soria)).toMatchObject({
      status: 409,
      body: { formErrors: [expect.stringContaining("store:errors.priceChanged")] },
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
    await Promise.all([1, 2].map(() => buy(shopper, { quantity: "1", token: "double-click-2" }, soria)));
    expect((await shopper.calls())[PURCHASE]).toBe(1);
  });

  it.each([
    ["SORIA", "errors:code.insufficientSoria", "Soria"],
    ["SORIA_PLUS", "errors:code.insufficientSoriaPlus", "Soria Plus"],
    ["POINT", "errors:code.insufficientPoint", "point"],
  ])("says how much is missing in %s", async (currency, message, unit) => {
    const shopper = await Shopper.come({ balances: { point: 1, soria: 1, soriaPlus: 1 } });
    const { status, body } = await buy(shopper, { quantity: "1" }, await itemIn(currency));
    expect(status).toBe(400);
    if (body?.kind !== "form") throw new Error("not a form");
    expect(body.formErrors[0]).toBe(message);
    const params = new URLSearchParams(body.formErrors[1]?.split("?")[1]);
    expect(params.get("balance")).toBe(`1.00 ${unit}`);
    expect(params.get("missing")).toMatch(/^[\d,]+\.\d\d /);
  });

  it("shows the balance that it fell short of, where it was changed elsewhere", async () => {
    const shopper = await Shopper.come({ balances: { soria: 100_000 } });
    const { services } = await sandbox();
    await services.db.run("UPDATE members SET soria = 7 WHERE id = ?", [shopper.member.id]);
    const { body } = await buy(shopper, { quantity: "1" }, soria);
    expect(JSON.stringify(body)).toContain("balance=7.00");
    expect((await shopper.browser.visit()).user?.soriaAmount).toBe(7);
  });

  it("whose answer is lost is never charged again by the same form", async () => {
    const shopper = await Shopper.come({ balances: { soria: 100_000 } });
    const rule = {
      path: "/api/store/products/purchase",
      mode: "close",
      after: true,
      member: shopper.member.id,
    } as const;
    await (await sandbox()).faults([rule]);
    const send = () => buy(shopper, { quantity: "1", token: "lost-answer-1" }, soria);
    expect(await send()).toMatchObject({ status: 502, body: { formErrors: ["store:errors.unknown"] } });
    await (await sandbox()).faults([]);
    expect(await send()).toMatchObject({ status: 502, body: { formErrors: ["store:errors.unknown"] } });
    expect((await shopper.calls())[PURCHASE]).toBe(1);
    // What was taken is seen in the header, though its answer never came.
    expect((await shopper.browser.visit()).user?.soriaAmount).toBeLessThan(100_000);
  });
});
