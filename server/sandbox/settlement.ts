/** Settles transactions: by capture, cancel and refund, and those that a member or a site has abandoned. */
import { Code } from "../wire/codes";
import type { z } from "zod";
import type { calls } from "../wire/calls";
import type { TransactionStatus } from "../wire/store";
import { notFound, Refusal } from "./responses";
import { sql } from "./database";
import { DAY, move } from "./members";
import { confirmOrder, isFullyPaid, orderStatements, type Order } from "./order-records";
import type { Intent } from "./stripe/intents";
import { BALANCE_OF, giftOf, noteOf, productById } from "./products";
import type { Keep, MoneyCall, Services } from "./services";
import {
  refuseLate,
  shownTransaction,
  updateTransaction,
  withMember,
  type Transaction,
} from "./transactions";

/** Time for a site to capture a paid transaction, confirm its order or finish a purchase without delivery, in ms. */
const OWN_LOOK_MS = DAY;
/** Lifetime of an unpaid card payment for an order with delivery, in ms. */
const DELIVERY_LIFE_MS = 30 * DAY;
/** How long after its end a transaction is checked for a late charge, in ms. */
const LATE_CHARGE_MS = 90 * DAY;

const isOpen = ({ status }: Transaction) => status === "CREATED" || status === "PROCESSING";

/** Returns whether an intent has the amount and currency of its transaction. */
const isOf = (intent: Intent, tx: Transaction) =>
  intent.amount === tx.amount && intent.currency.toUpperCase() === tx.currency;

const endedOtherwise = (status: TransactionStatus) =>
  new Refusal(Code.STORE_ENDED_OTHERWISE, "ENDED_OTHERWISE", { status });

/** Runs a task with a transaction, read under the lock that every status change takes. */
const withTransaction = <T>(
  services: Services,
  id: string,
  task: (tx: Transaction | undefined) => Promise<T>,
): Promise<T> =>
  services.lock(`transaction ${id}`, async () =>
    task(await services.db.one<Transaction>(sql`SELECT * FROM transactions WHERE id = ${id}`)),
  );

/** @throws Refusal 404 with 10003, also for another member's */
const withOwn = <T>(
  services: Services,
  memberId: number,
  id: string,
  task: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  withTransaction(services, id, (tx) => {
    if (tx?.member_id === memberId) return task(tx);
    throw notFound("There is no such transaction", Code.STORE_TRANSACTION_NOT_FOUND);
  });

const ifOpen = (services: Services, id: string, task: (tx: Transaction) => Promise<unknown>) =>
  withTransaction(services, id, async (tx) => {
    if (tx && isOpen(tx)) await task(tx);
  });

/**
 * Completes a paid transaction: marks it, creates its order (unless it pays for an order with delivery, which is
 * confirmed separately) and books the member's gift, in one database transaction.
 */
export async function complete(services: Services, tx: Transaction, call?: MoneyCall): Promise<Transaction> {
  const product = await productById(services, tx.product_id);
  if (!product) throw notFound("There is no such item", Code.STORE_OBJECT_NOT_FOUND);
  const gift = giftOf(product, tx);
  return withMember(services, tx.member_id, (member) =>
    // One lock, so that the numbers of two orders in the same second do not collide.
    services.lock("order numbers", async () => {
      const at = services.now();
      const done: Transaction = {
        ...tx,
        status: "CAPTURED",
        taken: tx.amount,
        captured_at: at,
        updated_at: at,
      };
      const { statements } = await orderStatements(services, [tx], {
        member_id: tx.member_id,
        total: tx.amount,
        currency: tx.currency,
        status: "CONFIRMED",
        transaction_id: tx.id,
      });
      const note = noteOf(product, tx.quantity);
      if (call) refuseLate(services, call.cameAt);
      await services.db.atomically([
        updateTransaction(done),
        ...(tx.order_id === null ? statements : []),
        ...(gift.amount > 0 ? move({ ...gift, member, note, at, transactionId: tx.id }) : []),
        ...(call?.keep(shownTransaction(services, done)) ?? []),
      ]);
      return done;
    }),
  );
}

async function intentOf(services: Services, tx: Transaction): Promise<Intent> {
  const intent = await services.intents.get(tx.external_id ?? "");
  if (intent) return intent;
  throw new Refusal(Code.STORE_PROVIDER_FAILED, "The provider knows no such intent", null, 502);
}

/**
 * Implements POST /store/order/capture. The intent must belong to the transaction (10004), be known to the provider
 * (10005), and have succeeded (10006) with the same amount and currency (10004). A repeated capture returns the same
 * response without effect; a cancelled or expired transaction is 10108.
 */
export async function capture(
  services: Services,
  call: MoneyCall,
  wanted: z.output<typeof calls.capture.json>,
) {
  return withOwn(services, call.memberId, wanted.transactionId, async (tx) => {
    if (tx.external_id !== wanted.externalTransactionId)
      throw new Refusal(Code.STORE_TRANSACTION_MISMATCH, "The intent is another transaction's");
    if (tx.status === "CAPTURED" || tx.status === "REFUNDED") return shownTransaction(services, tx);
    if (!isOpen(tx)) throw endedOtherwise(tx.status);
    const intent = await intentOf(services, tx);
    if (!isOf(intent, tx))
      throw new Refusal(Code.STORE_TRANSACTION_MISMATCH, "The intent has another amount");
    if (intent.status !== "succeeded")
      throw new Refusal(Code.STORE_NOT_PAID, `The intent is ${intent.status}`);
    return shownTransaction(services, await complete(services, tx, call));
  });
}

/** Sets the final status of a transaction whose intent was cancelled at the provider. */
async function end(services: Services, tx: Transaction, status: "CANCELED" | "EXPIRED", keep?: Keep) {
  return withMember(services, tx.member_id, async () => {
    const ended = { ...tx, status, updated_at: services.now() };
    const data = shownTransaction(services, ended);
    await services.db.atomically([updateTransaction(ended), ...(keep?.(data) ?? [])]);
    return data;
  });
}

/**
 * Implements POST /store/order/cancel. Cancels the intent at the provider first, then the transaction. 10108 with the
 * status when the transaction has ended otherwise, and with PROCESSING when the provider has charged or may charge.
 */
export async function cancel(services: Services, call: MoneyCall, wanted: { transactionId: string }) {
  return withOwn(services, call.memberId, wanted.transactionId, async (tx) => {
    if (tx.status === "CANCELED") return shownTransaction(services, tx);
    if (!isOpen(tx)) throw endedOtherwise(tx.status);
    if (tx.method !== "STRIPE") throw new Refusal(Code.STORE_INVALID_METHOD, "Only STRIPE can be cancelled");
    const { id } = await intentOf(services, tx);
    refuseLate(services, call.cameAt);
    if (!(await services.intents.cancel(id))) throw endedOtherwise("PROCESSING");
    return end(services, tx, "CANCELED", call.keep);
  });
}

/**
 * Refunds money (money section 10), which operators do, not an API call. In the same transaction it takes back the
 * matching share of the gift (never below a balance of 0) and, with the last of the money, marks the order.
 *
 * @param wanted hundredths; undefined refunds the rest
 * @returns the transaction, or the reason for refusing
 */
export async function refund(services: Services, transactionId: string, wanted?: number) {
  return withTransaction(services, transactionId, async (tx) => {
    if (!tx) return "NO_SUCH_TRANSACTION";
    if (tx.status !== "CAPTURED" || tx.taken === 0) return "NOTHING_LEFT";
    const amount = wanted ?? tx.taken;
    if (amount > tx.taken) return "MORE_THAN_TAKEN";
    const balance = BALANCE_OF[tx.currency];
    if (balance && amount % 100 !== 0) return "FRACTION_OF_A_UNIT";
    const product = await productById(services, tx.product_id);
    if (!product) return "NO_SUCH_TRANSACTION";
    if (tx.method === "STRIPE" && !(await services.intents.refund(tx.external_id ?? "", amount)))
      return "MORE_THAN_TAKEN";

    return withMember(services, tx.member_id, async (member) => {
      const at = services.now();
      const taken = tx.taken - amount;
      const status = taken === 0 ? ("REFUNDED" as const) : ("CAPTURED" as const);
      const refunded = { ...tx, status, taken, updated_at: at };
      const gift = giftOf(product, tx);
      // Round both totals down and take the difference, so that the shares of partial refunds add up to the whole
      // gift.
      const shareOf = (left: number) => Math.floor((gift.amount * (tx.amount - left)) / tx.amount);
      const goods = Math.min(shareOf(taken) - shareOf(tx.taken), member[gift.balance]);
      const moved = move({
        member,
        balance: balance ?? gift.balance,
        amount: balance ? amount / 100 : -goods,
        note: noteOf(product, tx.quantity),
        at,
        transactionId,
      });
      await services.db.atomically([
        updateTransaction(refunded),
        ...(balance || goods > 0 ? moved : []),
        sql`UPDATE orders SET status = 'REFUNDED'
          WHERE ${taken} = 0 AND (transaction_id = ${tx.id} OR id = ${tx.order_id})`,
      ]);
      return refunded;
    });
  });
}

/**
 * Finishes abandoned transactions (money M5.5, M5.9, M7.5). Runs when the member's data is next read and not on a
 * timer, so that a restart loses nothing.
 *
 * @returns whether there were any
 */
export async function finishOverdue(services: Services, memberId: number): Promise<boolean> {
  if (!services.settings.cancels) return false;
  const before = services.now() - OWN_LOOK_MS;
  const open = await services.db.all<Transaction>(
    sql`SELECT * FROM transactions WHERE member_id = ${memberId} AND method = 'STRIPE'
      AND status IN ('CREATED', 'PROCESSING') AND created_at <= ${before}`,
  );
  for (const { id } of open) await ifOpen(services, id, (tx) => finish(services, tx));
  const orders = await services.db.all<Order>(
    sql`SELECT DISTINCT orders.* FROM transactions JOIN orders ON orders.id = order_id
      WHERE transactions.member_id = ${memberId} AND transactions.status = 'CAPTURED' AND captured_at <= ${before}
      AND orders.status = 'CREATED'`,
  );
  for (const order of orders)
    if (await isFullyPaid(services, order)) await services.db.run(confirmOrder(order.id));
  return open.length + orders.length > 0;
}

async function finish(services: Services, tx: Transaction): Promise<void> {
  const intent = await services.intents.get(tx.external_id ?? "");
  // Leave a missing or mismatched intent to the operator.
  if (!intent || !isOf(intent, tx)) return;
  const life = tx.order_id === null ? OWN_LOOK_MS : DELIVERY_LIFE_MS;
  if (intent.status === "succeeded") await complete(services, tx);
  else if (intent.status === "canceled") await end(services, tx, "CANCELED");
  else if (tx.created_at <= services.now() - life) {
    // cancel() returns undefined while the payment is processing. Wait for it.
    if (await services.intents.cancel(intent.id)) await end(services, tx, "EXPIRED");
  }
}

/**
 * Updates card transactions from the provider before they are listed: marks charged and processing ones PROCESSING,
 * and refunds late charges.
 */
export async function lookAtProvider(services: Services, memberId: number): Promise<void> {
  const cards = await services.db.all<Transaction>(
    sql`SELECT * FROM transactions WHERE member_id = ${memberId} AND method = 'STRIPE' AND (status = 'CREATED'
      OR (status IN ('CANCELED', 'EXPIRED') AND updated_at > ${services.now() - LATE_CHARGE_MS}))`,
  );
  for (const tx of cards) {
    const intent = await services.intents.get(tx.external_id ?? "");
    if (intent?.status !== "succeeded" && intent?.status !== "processing") continue;
    if (tx.status !== "CREATED") await services.intents.refund(intent.id, intent.amount - intent.refunded);
    else await ifOpen(services, tx.id, (own) => mark(services, own));
  }
}

const mark = (services: Services, tx: Transaction) =>
  withMember(services, tx.member_id, () =>
    services.db.run(updateTransaction({ ...tx, status: "PROCESSING", updated_at: services.now() })),
  );
