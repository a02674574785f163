/** The shop of two items whose prices and secrets change, and purchases of them. */
import { afterEach, beforeAll, beforeEach, vi } from "vitest";
import type { CardSummary } from "~/domain/purchase-summary";
import { env } from "#server/config/env.server";
import { faults, sandbox } from "../mocks/server";
import { restartWith } from "./store-memory";
import { announce, openItem, pressBuy } from "./store-acts";
import { chargeCard, conformingApi, itemIn, Shopper } from "./store-support";

export const MINUTE_MS = 60_000;

/** Path of the purchase call. */
export const BUY = "/api/store/products/purchase";

/** Returns a shopper whose balances suffice. */
export const come = () => Shopper.come({ balances: { soria: 100_000, point: 100_000 } });

/** Presses an item's form: by card, or from the balance. */
export async function buy(shopper: Shopper, id: number, fields: Record<string, string> = {}) {
  const method =
    id === usd ? { paymentType: "STRIPE", script: "ready" } : { paymentType: "BALANCE", script: "" };
  const response = await pressBuy(shopper, id, { ...fields, ...method });
  return { ...response, errors: response.errors[""] ?? [] };
}

/** Begins a card payment. */
export async function open(shopper: Shopper): Promise<CardSummary> {
  const { body } = await buy(shopper, usd);
  if (!body?.payment) throw new Error(`no payment: ${JSON.stringify(body)}`);
  return body.payment;
}

/** Begins a card payment and charges its card. @param number of the card; by default one that is accepted */
export async function charged(shopper: Shopper, number?: string): Promise<CardSummary> {
  const payment = await open(shopper);
  await announce(shopper, payment.key);
  await chargeCard(payment, number);
  return payment;
}

/** Returns the idempotency key in an item's form. */
export const keyOf = async (shopper: Shopper, id: number) => (await openItem(shopper, id)).key;

/** The item that is sold by card. */
export let usd: number;
/** The item that is sold from the balance, and its price. */
export let soria: number;
export let price: number;
/** The session secrets that the tests begin with. */
export let secrets: string[];

/** Finds the items before the tests of the file; restores prices, secrets, clock and the API's features after each. */
export function useShop(): void {
  beforeAll(async () => {
    usd = await itemIn("USD");
    soria = await itemIn("SORIA");
    secrets = env().sessionSecrets;
    const { services } = await sandbox();
    const row = await services.db.one<{ amount: number }>("SELECT amount FROM products WHERE id = ?", [
      soria,
    ]);
    price = row?.amount ?? 0;
  });

  beforeEach(conformingApi);

  afterEach(async () => {
    const { services } = await sandbox();
    await faults();
    await conformingApi();
    vi.restoreAllMocks();
    await restartWith({ session: secrets });
    await services.db.run("UPDATE products SET amount = ?, payment_type = 'SORIA' WHERE id = ?", [
      price,
      soria,
    ]);
  });
}
