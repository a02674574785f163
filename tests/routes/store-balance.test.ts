import { afterEach, describe, expect, it, vi } from "vitest";
import type { PurchaseSummary } from "~/domain/purchase-summary";
import { loader as completeLoader } from "~/routes/store/complete/route";
import { reconcileDue } from "#server/purchases/round.server";
import { purchasesOfPage } from "#server/purchases/outcomes.server";
import { faults, sandbox } from "../mocks/server";
import { act, mine } from "./store-acts";
import { conformingApi, itemIn, olderApi, PURCHASE, Shopper, soria, useItems } from "./store-support";
import { balance, buy, keyOf, lose } from "./store-purchase-support";

useItems();
afterEach(conformingApi);

describe("an item in soria", () => {
  it("is paid from the balance at once, without a script, and the new balance is shown", async () => {
    const shopper = await Shopper.come({ balances: { soria: 100_000 } });
    const response = await buy(shopper, { ...balance }, soria);
    expect(response).toMatchObject({ status: 303, location: expect.stringContaining("/complete?purchase=") });
    expect((await shopper.browser.visit()).user?.soriaAmount).toBeLessThan(100_000);
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
  ])("says what is missing in %s, takes nothing [A267.1 A267.2]", async (currency, message, unit) => {
    const shopper = await Shopper.come({ balances: { point: 1, soria: 1, soriaPlus: 1 } });
    const { status, errors } = await buy(shopper, balance, await itemIn(currency));
    expect([status, errors[""]?.[0]]).toEqual([400, message]);
    const params = new URLSearchParams(errors[""]?.[1]?.split("?")[1]);
    expect(params.get("balance")).toBe(`1.00\u00a0${unit}`);
    expect(params.get("missing")).toMatch(/^[\d,]+\.\d\d\u00a0/);
    expect(await shopper.purchases()).toEqual(["balance refused × 1"]);
    expect((await shopper.books()).transactions).toEqual([]);
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
