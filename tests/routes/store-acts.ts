/** What a shopper does in the store, by the actions and loaders of its routes, and what happens to the API meanwhile. */
import { vi } from "vitest";
import { statusOf } from "~/domain/purchase-status";
import type { IntentReading, PurchaseSummary } from "~/domain/purchase-summary";
import { translator } from "~/i18n/i18n.server";
import { loadPurchases } from "~/routes/my-page/ecommerce-history/load.server";
import { action as beginAction } from "~/routes/store/complete/announce-charge";
import { completeAction } from "~/routes/store/complete/handlers.server";
import { loader as completeLoader } from "~/routes/store/complete/route";
import { buyAction, type BuyActionData } from "~/routes/store/product/action.server";
import { loader as productLoader } from "~/routes/store/product/route";
import { requireMember } from "#server/session/session.server";
import { sandbox } from "../mocks/server";
import type { Shopper } from "./store-support";

/** Opens an item's page. @returns what its form shows and sends */
export async function openItem(shopper: Shopper, id: number) {
  const response = await shopper.load(productLoader, `/store/products/${id}`, { id: `${id}` });
  return (await response.json()) as { key: string; item: { amount: number; type: string } };
}

/** Submits an item's buy form. In the result, the errors of the whole form are those of the field "". */
export async function pressBuy(shopper: Shopper, id: number, fields: Record<string, string>) {
  const all = { intent: "buy", quantity: "1", confirm: "on", ...fields };
  const response = await shopper.send(buyAction, `/store/products/${id}`, all, { id: `${id}` });
  const isJson = response.headers.get("content-type")?.includes("json");
  const body = isJson ? ((await response.json()) as BuyActionData) : undefined;
  const location = response.headers.get("location");
  return { status: response.status, location, body, errors: body?.lastResult.error ?? {} };
}

/** Says that the card is about to be charged. @returns the purchase's state, or where the response redirects to */
export async function announce(shopper: Shopper, key: string): Promise<string> {
  const response = await shopper.send(beginAction, "/store/products/complete/begin", { purchase: key });
  return response.headers.get("location") ?? ((await response.json()) as { state: string }).state;
}

/** Presses a button of a purchase's page. */
export const act = (shopper: Shopper, key: string, intent: string) =>
  shopper.send(completeAction, "/store/products/complete", { intent, purchase: key });

/** Opens a purchase's page. */
export async function openPurchase(shopper: Shopper, address: string) {
  const response = await shopper.load(completeLoader, address);
  const data = (await response.json()) as {
    purchase?: PurchaseSummary;
    reading: IntentReading;
    lost?: { number: string | null };
  };
  const status = data.purchase ? statusOf(data.purchase, data.reading) : "none";
  return { ...data, status, code: response.status };
}

/** Opens My purchases. */
export const mine = async (shopper: Shopper) =>
  loadPurchases(await requireMember(shopper.browser.request()), translator("en"));

/** Returns how many of the member's transactions have taken money for good. */
export const taken = async (shopper: Shopper) =>
  (await shopper.books()).transactions.filter(({ status }) => status === "CAPTURED").length;

/** Refunds a transaction as the operator does. @param amount in hundredths; by default all that is left */
export const refund = async (transactionId: string | undefined, amount?: number) =>
  (await sandbox()).fetch(
    new Request("http://api.test/__refunds", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ transactionId, ...(amount && { amount }) }),
    }),
  );

export const realNow = Date.now.bind(Date);

/** Sets the clocks of site and API forward, until the end of the test. */
export const later = (ms: number) => void vi.spyOn(Date, "now").mockImplementation(() => realNow() + ms);
