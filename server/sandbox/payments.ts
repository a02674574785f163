import { Code } from "../wire/codes";
import type { PriceChangedData, PurchaseRequest } from "../wire/store";
import { notFound, Refusal } from "./responses";
import { sql } from "./database";
import { move, type Balance } from "./members";
import { orderToPay } from "./order-records";
import { BALANCE_OF, noteOf, productById } from "./products";
import type { MoneyCall, Services } from "./services";
import {
  insertTransaction,
  newTransactionId,
  refuseLate,
  shownTransaction,
  withMember,
  withPrices,
  type Transaction,
} from "./transactions";

const INSUFFICIENT: Record<Balance, number> = {
  point: Code.INSUFFICIENT_POINT,
  soria: Code.INSUFFICIENT_SORIA,
  soria_plus: Code.INSUFFICIENT_SORIA_PLUS,
};

/** Maximum card payment, in hundredths (money M8.1). */
const LARGEST_CARD_AMOUNT = 99_999_999;

/**
 * Returns the total price in hundredths. A missing field of the expected price is not compared (money M3.3).
 *
 * @throws Refusal 404 with 10000; 10001 when the quantity is too large; 10100 when the expected price differs
 */
export async function priceOf(
  services: Services,
  wanted: Pick<PurchaseRequest, "objectId" | "quantity" | "expectedUnitAmount" | "expectedCurrency">,
) {
  const { objectId, quantity, ...expected } = wanted;
  const product = await productById(services, objectId);
  if (!product) throw notFound("There is no such item", Code.STORE_OBJECT_NOT_FOUND);
  const { expectedUnitAmount = product.amount, expectedCurrency = product.payment_type } = expected;
  const isAsSeen = expectedUnitAmount === product.amount && expectedCurrency === product.payment_type;
  if (services.settings.bindsPrice && !isAsSeen) {
    const data: PriceChangedData = { unitAmount: product.amount, currency: product.payment_type };
    throw new Refusal(Code.STORE_PRICE_CHANGED, "PRICE_CHANGED", data);
  }
  const amount = product.amount * quantity;
  if (!Number.isSafeInteger(amount) || quantity > 1_000_000)
    throw new Refusal(Code.STORE_INVALID_QUANTITY, "The quantity is too large");
  return { product, amount, quantity };
}
type Priced = Awaited<ReturnType<typeof priceOf>>;

export function openTransaction(
  services: Services,
  { product, amount, quantity }: Priced,
  rest: Pick<Transaction, "member_id" | "method"> & Partial<Transaction>,
): Transaction {
  const now = services.now();
  return {
    external_id: null,
    order_id: null,
    key: null,
    ...rest,
    id: newTransactionId(),
    product_id: product.id,
    name: product.name,
    quantity,
    amount,
    currency: product.payment_type,
    status: "CREATED",
    taken: 0,
    created_at: now,
    captured_at: null,
    updated_at: now,
  };
}

async function payFromBalance(services: Services, call: MoneyCall, priced: Priced, balance: Balance) {
  const { product, amount, quantity } = priced;
  // A fractional price is never rounded (money M8.2), except by an older API.
  if (services.settings.bindsPrice && product.amount % 100 !== 0)
    throw new Refusal(Code.STORE_FRACTION, "FRACTION_OF_A_UNIT");
  const cost = Math.ceil(amount / 100);
  return withMember(services, call.memberId, async (member) => {
    const missing = cost - member[balance];
    if (missing > 0) {
      throw new Refusal(INSUFFICIENT[balance], "INSUFFICIENT_BALANCE", {
        required_amount: cost,
        balance_amount: member[balance],
        missing_amount: missing,
      });
    }
    const open = openTransaction(services, priced, {
      member_id: member.id,
      method: "BALANCE",
      key: call.key,
    });
    const at = open.created_at;
    const tx: Transaction = { ...open, status: "CAPTURED", taken: amount, captured_at: at };
    const data = { clientSecret: null, ...shownTransaction(services, tx) };
    const note = noteOf(product, quantity);
    refuseLate(services, call.cameAt);
    await services.db.atomically([
      insertTransaction(tx, product),
      ...move({ member, balance, amount: -cost, note, at, transactionId: tx.id }),
      ...call.keep(data),
    ]);
    return data;
  });
}

async function payByCard(services: Services, call: MoneyCall, priced: Priced, wanted: PurchaseRequest) {
  const { product, amount } = priced;
  if (amount > LARGEST_CARD_AMOUNT) throw new Refusal(Code.STORE_INVALID_QUANTITY, "No card pays that much");
  const order = await orderToPay(services, call, wanted);
  const open = openTransaction(services, priced, {
    member_id: call.memberId,
    method: "STRIPE",
    order_id: order?.id ?? null,
    key: call.key,
  });
  const intent = await services.intents.create({
    amount,
    currency: product.payment_type.toLowerCase(),
    metadata: { transactionId: open.id },
  });
  const tx = { ...open, external_id: intent.id };
  const data = { clientSecret: intent.clientSecret, ...shownTransaction(services, tx) };
  // The member has accepted the price of this payment, so the order gets the same price.
  const agreed = sql`UPDATE orders SET total = ${amount}, currency = ${tx.currency} WHERE id = ${tx.order_id}`;
  return withMember(services, call.memberId, async () => {
    refuseLate(services, call.cameAt);
    await services.db.atomically([
      insertTransaction({ ...tx, updated_at: services.now() }, product),
      ...(order?.isOneItem && services.settings.bindsPrice ? [agreed] : []),
      ...call.keep(data),
    ]);
    return data;
  });
}

/**
 * Implements POST /store/products/purchase. USD and SGD: creates a payment intent and a transaction that waits for
 * its capture. Soria, Soria Plus and points: takes the balance at once and adds a history row; too little is 8004
 * (point), 8005 (soria) or 8006 (soria-plus) with `insufficientData`.
 */
export async function purchase(services: Services, call: MoneyCall, wanted: PurchaseRequest) {
  return withPrices(async () => {
    const priced = await priceOf(services, wanted);
    const balance = BALANCE_OF[priced.product.payment_type];
    const method = balance ? priced.product.payment_type : "STRIPE";
    const isAnyMethod = balance && !services.settings.bindsPrice;
    if (!isAnyMethod && wanted.transactionMethod !== method)
      throw new Refusal(Code.STORE_INVALID_METHOD, `This item is paid by ${method}`);
    return balance
      ? payFromBalance(services, call, priced, balance)
      : payByCard(services, call, priced, wanted);
  });
}
