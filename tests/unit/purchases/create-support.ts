/** Buyers, what they want, and what the API responds to a purchase. */
import { readPurchases } from "#server/purchases/ledger.server";
import type { Purchase } from "#server/purchases/purchase.server";
import { success, tokens, withFakeApi } from "./fake-api";
import { NOW, delivery, iso, kite, newBuyer } from "./support";

/** The API's fake. */
export let api: ReturnType<typeof withFakeApi>;

/** Puts the fake in the API's place for the tests of the file. */
export function useFakeApi(): void {
  api = withFakeApi(NOW);
}

/** What a form asks for, by card. */
export const kiteByCard = {
  objectId: 1,
  name: "Kite",
  quantity: 1,
  unitAmount: 500,
  amount: 500,
  currency: "USD",
} as const;

/** What a form asks for, from a balance. */
export const kiteFromBalance = {
  ...kiteByCard,
  unitAmount: 30_000,
  amount: 30_000,
  currency: "SORIA",
} as const;

/** Id of a form that nothing was sent by. */
export const NEW_FORM = "id-of-a-new-form-000";

/** A purchase by card as the ledger has it. */
export const byCard = (change: Partial<Purchase> = {}) =>
  kite(NOW, { ...kiteByCard, kind: "card", ...change });

/** An order as the ledger has it. */
export const order = (change: Partial<Purchase> = {}) => byCard({ kind: "order", delivery, ...change });

/** An open payment. */
export const open = { state: "open", transactionId: "TX-0", clientSecret: "pi_0_secret_0" } as const;

/** The response to an order that is made. */
export const made = { body: { message: "SUCCESS", data: { orderId: 7 } } };

/** The response to a card intent. */
export const intent = success({
  ...{ transactionId: "TX-1", status: "CREATED", amount: 500, currency: "USD", createdAt: iso(NOW) },
  clientSecret: "pi_1_secret_2",
});

/** A member with these purchases, whose tokens are valid. */
export async function member(...purchases: Purchase[]) {
  const { session, data, owner } = await newBuyer(...purchases);
  const claims = Buffer.from(JSON.stringify({ exp: NOW / 1_000 + 900 })).toString("base64url");
  data.tokens = { ecAccessToken: `e30.${claims}.x` } as typeof data.tokens;
  return { session: Object.assign(session, tokens), data, all: () => readPurchases(owner), owner };
}

/** Returns the calls that the API got. */
export const calls = () => api.sent.map(([call]) => call);
