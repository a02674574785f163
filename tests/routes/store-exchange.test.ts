import { describe, expect, it } from "vitest";
import { exchangeAction, type ExchangeActionData } from "~/routes/store/exchange/action.server";
import { loader as exchangeLoader } from "~/routes/store/exchange/route";
import { Shopper } from "./store-support";

describe("the exchange", () => {
  const send = async (shopper: Shopper, fields: Record<string, string>) => {
    const response = await shopper.send(exchangeAction, "/store/soria-exchange", fields);
    return { status: response.status, ...((await response.json()) as ExchangeActionData) };
  };

  const load = async (shopper: Shopper) =>
    (await shopper.load(exchangeLoader, "/store/soria-exchange")).json();

  it.each([
    ["", "store:exchange.errors.missing"],
    ["abc", "store:exchange.errors.digitsOnly"],
    ["40", "errors:web.040"],
    ["49", "errors:web.040"],
    ["55", "errors:web.041"],
    ["740", "store:exchange.errors.insufficient"],
  ])("refuses %j [A191.1 A192.1 A192.2 A193.1 A296.1 A301.1 A302.1 A349.1]", async (amount, message) => {
    const shopper = await Shopper.come({ balances: { soria: 730 } });
    const { status, lastResult } = await send(shopper, { amount, intent: "preview" });
    expect([status, lastResult.error?.["amount"]]).toEqual([400, [message]]);
  });

  it.each([50, 60, 1000])("accepts %i [A349.1]", async (amount) => {
    const shopper = await Shopper.come({ balances: { soria: 1000 } });
    const done = await send(shopper, { amount: `${amount}`, intent: "preview" });
    expect(done).toMatchObject({ status: 200, preview: amount });
  });

  it("fills in and works out, and makes no call and exchanges nothing whatever is sent [A070.1 A071.3 A071.4 A072.1]", async () => {
    const shopper = await Shopper.come({ balances: { soria: 735, soriaPlus: 5 } });
    const before = await shopper.calls();
    const held = await load(shopper);
    expect(await send(shopper, { amount: "50", intent: "add-100" })).toMatchObject({
      status: 200,
      amount: "150",
    });
    expect(await send(shopper, { amount: "", intent: "all" })).toMatchObject({ amount: "730" });
    for (const quick of [50, 100, 300, 500, 1000])
      expect(await send(shopper, { amount: "20", intent: `add-${quick}` })).toMatchObject({
        amount: String(20 + quick),
      });
    for (const intent of ["preview", "exchange"]) {
      const done = await send(shopper, { amount: "100", intent });
      expect(done).toMatchObject({ status: 200, preview: 100 });
    }
    expect(await load(shopper)).toEqual(held);
    expect(await shopper.calls()).toEqual(before);
  });
});
