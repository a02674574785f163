import { Code } from "../wire/codes";
import type { CancelRequest, CaptureRequest, TransactionStatus } from "../wire/store";
import { notFound, Refusal } from "./answers";
import { move } from "./ledger";
import { orderStatements } from "./order-book";
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
 * Money has been taken for a transaction: marks it, makes its order (unless it pays for one with delivery, which has
 * its own confirmation), and books the member's gift, all at once.
 * The numbers of orders are given under one lock, so two captures in the same second do not collide.
 */
export async function complete(
  services: Services,
  tx: Transaction,
  call: Partial<Pick<MoneyCall, "keep" | "cameAt">> = {},
): Promise<Transaction> {
  const product = await productById(services, tx.product_id);
  if (!product) throw notFound("There is no such item", Code.STORE_OBJECT_NOT_FOUND);
  const gift = giftOf(product, tx);
  return withMember(services, tx.member_id, (member) =>
    services.lock("order numbers", async () => {
      const at = services.now();
      const done: Transaction = {
        ...tx,
        status: "CAPTURED",
        taken: tx.amount,
        captured_at: at,
        updated_at: at,
      };
      const { statements } = await orderStatements(services, {
        memberId: tx.member_id,
        items: [{ productId: product.id, quantity: tx.quantity }],
        total: { sql: "?", args: [tx.amount] },
        currency: tx.currency,
        status: "CONFIRMED",
        transactionId: tx.id,
      });
      const booked = move({
        member,
        balance: gift.balance,
        type: gift.balance === "soria" ? "RECHARGE" : "REWARD",
        amount: gift.amount,
        note: noteOf(product, tx.quantity),
        at,
        transactionId: tx.id,
      });
      refuseLate(services, call.cameAt ?? at);
      await services.db.atomically([
        updateTransaction(done),
        ...(tx.order_id === null ? statements : []),
        ...(gift.amount > 0 ? booked : []),
        ...(call.keep ?? keepNothing)(shownTransaction(services, done)),
      ]);
      return done;
    }),
  );
}

/** Of this member, by card, read anew under the lock of all that moves it on. */
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

/** The intent of a card's transaction at the provider. @throws Refusal 502 with 10005 */
async function intentOf(services: Services, tx: Transaction): Promise<Intent> {
  const intent = await services.intents.get(tx.external_id ?? "");
  if (intent) return intent;
  throw new Refusal(Code.STORE_PROVIDER_FAILED, "The provider knows no such intent", null, 502);
}

/** Whether an intent is for what its transaction says. */
export const isOf = (intent: Intent, tx: Transaction) =>
  intent.amount === tx.amount && intent.currency.toUpperCase() === tx.currency;

/**
 * POST /store/order/capture. The intent must be the transaction's own (10004), known to the provider (10005), and
 * have succeeded with the same amount and currency (10006, 10004). Again: the same answer, nothing is done twice.
 */
export async function capture(services: Services, call: MoneyCall, wanted: CaptureRequest) {
  return withTransaction(services, call.memberId, wanted.transactionId, async (tx) => {
    if (tx.external_id !== wanted.externalTransactionId) {
      throw new Refusal(Code.STORE_TRANSACTION_MISMATCH, "The intent is another transaction's");
    }
    if (tx.status === "CAPTURED" || tx.status === "REFUNDED") return shownTransaction(services, tx);
    if (tx.status === "CANCELED" || tx.status === "EXPIRED") throw endedOtherwise(tx.status);
    const intent = await intentOf(services, tx);
    if (!isOf(intent, tx)) {
      throw new Refusal(Code.STORE_TRANSACTION_MISMATCH, "The intent has another amount");
    }
    if (intent.status !== "succeeded") {
      throw new Refusal(Code.STORE_NOT_PAID, `The intent is ${intent.status}`);
    }
    return shownTransaction(services, await complete(services, tx, call));
  });
}

/** Marks a transaction whose intent has been cancelled at the provider. */
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
 * POST /store/order/cancel. The intent is cancelled at the provider first, then the transaction here; 10108 with its
 * status for one at another end, and PROCESSING where the provider says that money has moved or may move.
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
