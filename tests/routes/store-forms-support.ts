/** Forms of two items in several tabs, and what a press of them leads to. */
import { afterEach, beforeAll, vi } from "vitest";
import type { CardSummary } from "~/domain/purchase-summary";
import { sandbox } from "../mocks/server";
import { faults, openItem, openPurchase, pressBuy } from "./store-acts";
import { conformingApi, itemIn, Shopper } from "./store-support";

export const MINUTE_MS = 60_000;

/** Path of the purchase call. */
export const BUY = "/api/store/products/purchase";

/** Returns a shopper whose balance suffices. */
export const come = () => Shopper.come({ balances: { soria: 100_000 } });

interface Form {
  key: string;
  price: string;
}

/** Opens the item's page in a new tab, and returns what its form sends. */
export async function tab(shopper: Shopper, id = soria): Promise<Form> {
  const { key, item } = await openItem(shopper, id);
  return { key, price: `${item.amount} ${item.type}` };
}

/** Presses an item's form. */
export const press = (shopper: Shopper, form: Form, fields: Record<string, string> = {}, id = soria) =>
  pressBuy(shopper, id, { paymentType: "BALANCE", ...form, ...fields });

/** Presses, and opens the page that the press leads to. */
export async function buy(shopper: Shopper, form: Form, fields: Record<string, string> = {}) {
  const { location } = await press(shopper, form, fields);
  if (!location) throw new Error("the press did not lead on");
  return openPurchase(shopper, location);
}

/** Begins a card payment. */
export async function card(shopper: Shopper): Promise<CardSummary> {
  const fields = { paymentType: "STRIPE", script: "ready" };
  const { body } = await press(shopper, await tab(shopper, usd), fields, usd);
  if (!body?.payment) throw new Error(`no payment: ${JSON.stringify(body)}`);
  return body.payment;
}

/** The item that is sold by card. */
export let usd: number;
/** The item that is sold from the balance, and its price. */
export let soria: number;
export let price: number;

/** Finds the items before the tests of the file; restores prices, clock and the API's features after each. */
export function useShop(): void {
  beforeAll(async () => {
    usd = await itemIn("USD");
    soria = await itemIn("SORIA");
    const { services } = await sandbox();
    price = (await services.db.one<{ amount: number }>("SELECT amount FROM products WHERE id = ?", [soria]))
      ?.amount as number;
  });

  afterEach(async () => {
    const { services } = await sandbox();
    await faults();
    await conformingApi();
    vi.restoreAllMocks();
    const original = "UPDATE products SET amount = ?, payment_type = 'SORIA' WHERE id = ?";
    await services.db.run(original, [price, soria]);
  });
}
