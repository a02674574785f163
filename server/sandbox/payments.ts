import { randomBytes } from "node:crypto";
import { Code } from "../wire/codes";
import type { CaptureRequest, PurchaseRequest } from "../wire/store";
import { notFound, Refusal } from "./answers";
import type { Statement } from "./database";
import type { Services } from "./services";
import { move } from "./ledger";
import { memberById, type Balance, type Member } from "./members";
import { orderStatements } from "./order-book";
import { BALANCE_OF, giftOf, noteOf, productById, type Product } from "./products";

export interface Transaction {
  id: string;
  member_id: number;
  method: string;
  product_id: number;
  quantity: number;
  amount: number;
  currency: string;
  external_id: string | null;
  status: "CREATED" | "CAPTURED";
  created_at: number;
}

const INSUFFICIENT: Record<Balance, number> = {
  point: Code.INSUFFICIENT_POINT,
  soria: Code.INSUFFICIENT_SORIA,
  soria_plus: Code.INSUFFICIENT_SORIA_PLUS,
};

export const newTransactionId = () => `TX-${randomBytes(12).toString("hex").toUpperCase()}`;

/** The product and the price of so many, in hundredths; 404 with 10000, or 10001 for a quantity out of reach. */
export async function priceOf(services: Services, objectId: number, quantity: number) {
  const product = await productById(services, objectId);
  if (!product) throw notFound("There is no such item", Code.STORE_OBJECT_NOT_FOUND);
  const amount = product.amount * quantity;
  if (!Number.isSafeInteger(amount) || quantity > 1_000_000) {
    throw new Refusal(Code.STORE_INVALID_QUANTITY, "The quantity is too large");
  }
  return { product, amount };
}

/** The statement that keeps a transaction. */
export function insertTransaction(tx: Transaction): Statement {
  return {
    sql: `INSERT INTO transactions (id, member_id, method, product_id, quantity, amount, currency, external_id, status,
      created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    args: [
      tx.id,
      tx.member_id,
      tx.method,
      tx.product_id,
      tx.quantity,
      tx.amount,
      tx.currency,
      tx.external_id,
      tx.status,
      tx.created_at,
    ],
  };
}

/** Reads the member again, under the lock that every change of a balance takes. */
function withMember<T>(services: Services, id: number, task: (member: Member) => Promise<T>): Promise<T> {
  return services.lock(`member ${id}`, async () => {
    const member = await memberById(services.db, id);
    if (!member) throw new Refusal(Code.AUTH_UNAUTHORIZED, "The member is gone", null, 401);
    return task(member);
  });
}

async function payFromBalance(
  services: Services,
  member: Member,
  product: Product,
  tx: Transaction,
  balance: Balance,
) {
  const cost = Math.ceil(tx.amount / 100);
  const missing = cost - member[balance];
  if (missing > 0) {
    throw new Refusal(INSUFFICIENT[balance], "INSUFFICIENT_BALANCE", {
      required_amount: cost,
      balance_amount: member[balance],
      missing_amount: missing,
    });
  }
  const note = noteOf(product, tx.quantity);
  await services.db.atomically([
    insertTransaction({ ...tx, method: "BALANCE", status: "CAPTURED" }),
    ...move({ member, balance, type: "REDEEM", amount: cost, note, at: services.now() }),
  ]);
  return { clientSecret: null, transactionId: tx.id, status: "CAPTURED" };
}

/**
 * POST /store/products/purchase. USD and SGD: makes a card intent and a transaction that waits for its capture.
 * Soria, Soria Plus and points: takes the balance at once and writes the history's line; too little is 8004 (point),
 * 8005 (soria), 8006 (soria-plus) with `insufficientData`.
 */
export async function purchase(services: Services, memberId: number, wanted: PurchaseRequest) {
  const { product, amount } = await priceOf(services, wanted.objectId, wanted.quantity);
  const tx: Transaction = {
    id: newTransactionId(),
    member_id: memberId,
    method: "STRIPE",
    product_id: product.id,
    quantity: wanted.quantity,
    amount,
    currency: product.payment_type,
    external_id: null,
    status: "CREATED",
    created_at: services.now(),
  };
  const balance = BALANCE_OF[product.payment_type];
  if (balance) {
    return withMember(services, memberId, (member) => payFromBalance(services, member, product, tx, balance));
  }
  if (wanted.transactionMethod !== "STRIPE") {
    throw new Refusal(Code.STORE_INVALID_METHOD, "Only STRIPE can be chosen");
  }
  const intent = await services.intents.create({
    amount,
    currency: product.payment_type.toLowerCase(),
    metadata: { transactionId: tx.id },
  });
  await services.db.atomically([insertTransaction({ ...tx, external_id: intent.id })]);
  return { clientSecret: intent.clientSecret, transactionId: tx.id, status: "CREATED" };
}

/**
 * Money has been taken for a transaction: marks it, makes its order (unless it pays for one with delivery, which has
 * its own confirmation), and books the member's gift, all at once.
 * The numbers of orders are given under one lock, so two captures in the same second do not collide.
 */
export async function complete(services: Services, tx: Transaction): Promise<void> {
  const product = await productById(services, tx.product_id);
  if (!product) throw notFound("There is no such item", Code.STORE_OBJECT_NOT_FOUND);
  const gift = giftOf(product, tx.quantity);
  const delivery = await services.db.one("SELECT 1 FROM order_payments WHERE transaction_id = ?", [tx.id]);
  await withMember(services, tx.member_id, (member) =>
    services.lock("order numbers", async () => {
      const { statements } = await orderStatements(services, {
        memberId: tx.member_id,
        items: [{ productId: product.id, quantity: tx.quantity }],
        total: tx.amount,
        currency: tx.currency,
        status: "CONFIRMED",
      });
      const booked = move({
        member,
        balance: gift.balance,
        type: gift.balance === "soria" ? "RECHARGE" : "REWARD",
        amount: gift.amount,
        note: noteOf(product, tx.quantity),
        at: services.now(),
      });
      await services.db.atomically([
        { sql: "UPDATE transactions SET status = 'CAPTURED' WHERE id = ?", args: [tx.id] },
        ...(delivery ? [] : statements),
        ...(gift.amount > 0 ? booked : []),
      ]);
    }),
  );
}

/**
 * POST /store/order/capture. The intent must be the transaction's own (10004), known to the provider (10005), and
 * have succeeded with the same amount and currency (10006, 10004). Again: the same answer, nothing is done twice.
 */
export async function capture(services: Services, memberId: number, wanted: CaptureRequest) {
  return services.lock(`transaction ${wanted.transactionId}`, async () => {
    const tx = await services.db.one<Transaction>(
      "SELECT * FROM transactions WHERE id = ? AND member_id = ?",
      [wanted.transactionId, memberId],
    );
    if (!tx) throw notFound("There is no such transaction", Code.STORE_TRANSACTION_NOT_FOUND);
    if (tx.external_id !== wanted.externalTransactionId) {
      throw new Refusal(Code.STORE_TRANSACTION_MISMATCH, "The intent is another transaction's");
    }
    if (tx.status !== "CAPTURED") {
      const intent = await services.intents.get(wanted.externalTransactionId);
      if (!intent) throw new Refusal(Code.STORE_PROVIDER_FAILED, "The provider knows no such intent");
      if (intent.amount !== tx.amount || intent.currency.toUpperCase() !== tx.currency) {
        throw new Refusal(Code.STORE_TRANSACTION_MISMATCH, "The intent has another amount");
      }
      if (intent.status !== "succeeded") {
        throw new Refusal(Code.STORE_NOT_PAID, `The intent is ${intent.status}`);
      }
      await complete(services, tx);
    }
    return { transactionId: tx.id, status: "CAPTURED" as const };
  });
}
