/** Forms of two items in several tabs, and what a press of them leads to. */
import { openItem, openPurchase, pressBuy } from "./store-acts";
import { soria } from "./store-money-support";
import type { Shopper } from "./store-support";

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
