import { describe, expect, it } from "vitest";
import { exchangeAction, type ExchangeActionData } from "~/routes/store/exchange/action.server";
import { loader as exchangeLoader } from "~/routes/store/exchange/route";
import { Shopper } from "./store-support";

describe("the exchange", () => {
  const send = async (shopper: Shopper, fields: Record<string, string>) => {
    const response = await shopper.send(exchangeAction, "/store/soria-exchange", fields);
    return { status: response.status, ...((await response.json()) as ExchangeActionData) };
  };

  it("shows the member's balance, or the sample for who has none", async () => {
    const load = async (shopper: Shopper) =>
      (await shopper.load(exchangeLoader, "/store/soria-exchange")).json();
    const rich = await Shopper.come({ balances: { soria: 730, soriaPlus: 5 } });
    expect(await load(rich)).toMatchObject({ holdings: { soria: 730, soriaPlus: 5, isSample: false } });
    expect(await load(await Shopper.come())).toMatchObject({
      holdings: { soria: 1000, soriaPlus: 0, isSample: true },
    });
  });

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

  it("fills in and works out, and exchanges nothing whatever is sent [A071.3 A071.4 A072.1]", async () => {
    const shopper = await Shopper.come({ balances: { soria: 735 } });
    const before = await shopper.calls();
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
    expect(await shopper.calls()).toEqual(before);
  });
});

it("the exchange, opened and sent, makes no call, and the balances stay [A070.1 A072.1]", async () => {
  const shopper = await Shopper.come({ balances: { soria: 735, soriaPlus: 5 } });
  const before = await shopper.calls();
  const path = "/store/soria-exchange";
  const holdings = async () =>
    ((await (await shopper.load(exchangeLoader, path)).json()) as { holdings: object }).holdings;
  const held = await holdings();
  for (const intent of ["add-50", "all", "preview", "exchange"])
    await shopper.send(exchangeAction, path, { amount: "100", intent });
  expect(await holdings()).toEqual(held);
  const after = await shopper.calls();
  const made = Object.keys(after).filter((call) => after[call] !== before[call]);
  expect(made).toEqual([]);
});
