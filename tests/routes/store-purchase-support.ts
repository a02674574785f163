/** Purchases by the item page's form, for the tests of what becomes of them. */
import { act, openItem, pressBuy } from "./store-acts";
import { card, type Shopper } from "./store-support";
import { faults } from "../mocks/server";

/** What the complete form of a card purchase sends. */
export const complete = {
  quantity: "2",
  paymentType: "STRIPE",
  confirm: "on",
  script: "ready",
  intent: "buy",
};

/** Presses the form of the item that is sold by card, unless told otherwise. */
export const buy = (shopper: Shopper, fields: Record<string, string> = {}, id = card) =>
  pressBuy(shopper, id, { ...complete, ...fields });

/** Begins a card payment, which is returned with the rest of the form's response. */
export async function open(shopper: Shopper, fields: Record<string, string> = {}) {
  const { body } = await buy(shopper, fields);
  if (!body?.payment) throw new Error(`no payment: ${JSON.stringify(body)}`);
  return { ...body, payment: body.payment };
}

/** Asks for the capture from the purchase's page. */
export const finish = (shopper: Shopper, key: string) => act(shopper, key, "check");

/** Returns the idempotency key in the item page's form. */
export const keyOf = async (shopper: Shopper, id = card) => (await openItem(shopper, id)).key;

/** What the form of the item in Soria sends. */
export const balance = { quantity: "1", paymentType: "BALANCE", script: "" };

/** Executes the calls to this path, but drops their responses. */
export const lose = (path: string, { member }: Shopper, times?: number) =>
  faults({ path, mode: "close", after: true, member: member.id, ...(times && { times }) });

/** Makes the API fail at this path for this member. */
export const breakCalls = (path: string, { member }: Shopper) =>
  faults({ path, status: 500, member: member.id });
