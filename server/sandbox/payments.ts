import { Code } from "../wire/codes";
import type { PriceChangedData, PurchaseRequest } from "../wire/store";
import { notFound, Refusal } from "./answers";
import { sql } from "./database";
import { move } from "./ledger";
import type { Balance } from "./members";
import { orderToPay } from "./order-records";
import { BALANCE_OF, noteOf, productById, type Product } from "./products";
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
  if (!Number.isSafeInteger(amount) || quantity > 1_000_000) {
    throw new Refusal(Code.STORE_INVALID_QUANTITY, "The quantity is too large");
  }
  return { product, amount, quantity };
}
type Priced = Awaited<ReturnType<typeof priceOf>>;

/** Creates a transaction without a payment. */
export function openTransaction(
  services: Services,
  product: Product,
  rest: Pick<Transaction, "member_id" | "method" | "quantity" | "amount"> & Partial<Transaction>,
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
    currency: product.payment_type,
    status: "CREATED",
    taken: 0,
    created_at: now,
    captured_at: null,
    updated_at: now,
  };
}

/** @throws Refusal 10110 for a fractional price, which is never rounded (money M8.2), unless `bindsPrice` is off */
function wholeUnits(services: Services, product: Product, amount: number): number {
  if (services.settings.bindsPrice && product.amount % 100 !== 0) {
    throw new Refusal(Code.STORE_FRACTION, "FRACTION_OF_A_UNIT");
  }
  return Math.ceil(amount / 100);
}

async function payFromBalance(
  services: Services,
  call: MoneyCall,
  { product, amount, quantity, balance }: Priced & { balance: Balance },
) {
  const cost = wholeUnits(services, product, amount);
  return withMember(services, call.memberId, async (member) => {
    const missing = cost - member[balance];
    if (missing > 0) {
      throw new Refusal(INSUFFICIENT[balance], "INSUFFICIENT_BALANCE", {
        required_amount: cost,
        balance_amount: member[balance],
        missing_amount: missing,
      });
    }
    const open = openTransaction(services, product, {
      member_id: member.id,
      method: "BALANCE",
      quantity,
      amount,
      key: call.key,
    });
    const at = open.created_at;
    const tx: Transaction = { ...open, status: "CAPTURED", taken: amount, captured_at: at };
    const answer = { clientSecret: null, ...shownTransaction(services, tx) };
    const note = noteOf(product, tx.quantity);
    refuseLate(services, call.cameAt);
    await services.db.atomically([
      insertTransaction(tx, product),
      ...move({ member, balance, amount: -cost, note, at, transactionId: tx.id }),
      ...call.keep(answer),
    ]);
    return answer;
  });
}

async function payByCard(
  services: Services,
  call: MoneyCall,
  { product, amount, quantity, orderId }: Priced & { orderId: PurchaseRequest["orderId"] },
) {
  if (amount > LARGEST_CARD_AMOUNT) {
    throw new Refusal(Code.STORE_INVALID_QUANTITY, "No card pays that much");
  }
  const order = await orderToPay(services, call, { orderId, objectId: product.id, quantity });
  const open = openTransaction(services, product, {
    member_id: call.memberId,
    method: "STRIPE",
    quantity,
    amount,
    order_id: order?.id ?? null,
    key: call.key,
  });
  const intent = await services.intents.create({
    amount,
    currency: product.payment_type.toLowerCase(),
    metadata: { transactionId: open.id },
  });
  const tx = { ...open, external_id: intent.id };
  const answer = { clientSecret: intent.clientSecret, ...shownTransaction(services, tx) };
  // The member has accepted the price of this payment, so the order gets the same price.
  const agreed = sql`UPDATE orders SET total = ${amount}, currency = ${tx.currency} WHERE id = ${tx.order_id}`;
  return withMember(services, call.memberId, async () => {
    refuseLate(services, call.cameAt);
    await services.db.atomically([
      insertTransaction({ ...tx, updated_at: services.now() }, product),
      ...(order?.isOneItem && services.settings.bindsPrice ? [agreed] : []),
      ...call.keep(answer),
    ]);
    return answer;
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
    if (!isAnyMethod && wanted.transactionMethod !== method) {
      throw new Refusal(Code.STORE_INVALID_METHOD, `This item is paid by ${method}`);
    }
    return balance
      ? payFromBalance(services, call, { ...priced, balance })
      : payByCard(services, call, { ...priced, orderId: wanted.orderId });
  });
}
