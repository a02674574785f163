import { Code } from "../wire/codes";
import type { CancelRequest, CaptureRequest, TransactionStatus } from "../wire/store";
import { notFound, Refusal } from "./answers";
import { move } from "./ledger";
import { orderStatements } from "./order-records";
import type { Intent } from "./stripe/intents";
import { giftOf, noteOf, productById } from "./products";
import type { Keep, MoneyCall, Services } from "./services";
import {
  refuseLate,
  shownTransaction,
  transactionOf,
  updateTransaction,
  withMember,
  type Transaction,
} from "./transactions";

const keepNothing: Keep = () => [];

const endedOtherwise = (status: TransactionStatus) =>
  new Refusal(Code.STORE_ENDED_OTHERWISE, "ENDED_OTHERWISE", { status });

/**
 * Completes a paid transaction: marks it, creates its order (unless it pays for an order with delivery, which is
 * confirmed separately) and books the member's gift, in one database transaction. Order numbers are assigned under
 * one lock, so that two captures in the same second do not collide.
 */
export async function complete(
  services: Services,
  tx: Transaction,
  { keep = keepNothing, cameAt }: Partial<MoneyCall> = {},
): Promise<Transaction> {
  const product = await productById(services, tx.product_id);
  if (!product) throw notFound("There is no such item", Code.STORE_OBJECT_NOT_FOUND);
  const gift = giftOf(product, tx);
  return withMember(services, tx.member_id, (member) =>
    services.lock("order numbers", async () => {
      const at = services.now();
      const changed = { status: "CAPTURED", taken: tx.amount, captured_at: at, updated_at: at } as const;
      const done = { ...tx, ...changed };
      const { statements } = await orderStatements(services, [tx], {
        member_id: tx.member_id,
        total: tx.amount,
        currency: tx.currency,
        status: "CONFIRMED",
        transaction_id: tx.id,
      });
      const booked = move({
        ...gift,
        member,
        note: noteOf(product, tx.quantity),
        at,
        transactionId: tx.id,
      });
      refuseLate(services, cameAt ?? at);
      await services.db.atomically([
        updateTransaction(done),
        ...(tx.order_id === null ? statements : []),
        ...(gift.amount > 0 ? booked : []),
        ...keep(shownTransaction(services, done)),
      ]);
      return done;
    }),
  );
}

/**
 * Runs a task with the member's transaction, read under the lock that every status change takes.
 *
 * @throws Refusal 404 with 10003
 */
function withTransaction<T>(
  services: Services,
  memberId: number,
  id: string,
  task: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return services.lock(`transaction ${id}`, async () => {
    const tx = await transactionOf(services.db, id, memberId);
    if (!tx) throw notFound("There is no such transaction", Code.STORE_TRANSACTION_NOT_FOUND);
    return task(tx);
  });
}

/** @throws Refusal 502 with 10005 when the provider does not know it */
async function intentOf(services: Services, tx: Transaction): Promise<Intent> {
  const intent = await services.intents.get(tx.external_id ?? "");
  if (intent) return intent;
  throw new Refusal(Code.STORE_PROVIDER_FAILED, "The provider knows no such intent", null, 502);
}

/** Returns whether an intent has the amount and currency of its transaction. */
export const isOf = (intent: Intent, tx: Transaction) =>
  intent.amount === tx.amount && intent.currency.toUpperCase() === tx.currency;

/**
 * Implements POST /store/order/capture. The intent must belong to the transaction (10004), be known to the provider
 * (10005), and have succeeded (10006) with the same amount and currency (10004). A repeated capture returns the same
 * response without effect; a cancelled or expired transaction is 10108.
 */
export async function capture(services: Services, call: MoneyCall, wanted: CaptureRequest) {
  return withTransaction(services, call.memberId, wanted.transactionId, async (tx) => {
    if (tx.external_id !== wanted.externalTransactionId)
      throw new Refusal(Code.STORE_TRANSACTION_MISMATCH, "The intent is another transaction's");
    if (tx.status === "CAPTURED" || tx.status === "REFUNDED") return shownTransaction(services, tx);
    if (tx.status === "CANCELED" || tx.status === "EXPIRED") throw endedOtherwise(tx.status);
    const intent = await intentOf(services, tx);
    if (!isOf(intent, tx))
      throw new Refusal(Code.STORE_TRANSACTION_MISMATCH, "The intent has another amount");
    if (intent.status !== "succeeded")
      throw new Refusal(Code.STORE_NOT_PAID, `The intent is ${intent.status}`);
    return shownTransaction(services, await complete(services, tx, call));
  });
}

/** Sets the final status of a transaction whose intent was cancelled at the provider. */
export async function end(
  services: Services,
  tx: Transaction,
  status: "CANCELED" | "EXPIRED",
  keep: Keep = keepNothing,
): Promise<Transaction> {
  return withMember(services, tx.member_id, async () => {
    const ended = { ...tx, status, updated_at: services.now() };
    await services.db.atomically([updateTransaction(ended), ...keep(shownTransaction(services, ended))]);
    return ended;
  });
}

/**
 * Implements POST /store/order/cancel. Cancels the intent at the provider first, then the transaction. 10108 with the
 * status when the transaction has ended otherwise, and with PROCESSING when the provider has charged or may charge.
 */
export async function cancel(services: Services, call: MoneyCall, wanted: CancelRequest) {
  return withTransaction(services, call.memberId, wanted.transactionId, async (tx) => {
    if (tx.status === "CANCELED") return shownTransaction(services, tx);
    if (tx.status !== "CREATED" && tx.status !== "PROCESSING") throw endedOtherwise(tx.status);
    if (tx.method !== "STRIPE") throw new Refusal(Code.STORE_INVALID_METHOD, "Only STRIPE can be cancelled");
    await intentOf(services, tx);
    refuseLate(services, call.cameAt);
    const canceled = await services.intents.cancel(tx.external_id ?? "");
    if (!canceled) throw endedOtherwise("PROCESSING");
    return shownTransaction(services, await end(services, tx, "CANCELED", call.keep));
  });
}
