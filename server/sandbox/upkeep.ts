/**
 * Finishes abandoned transactions (money M5.5, M5.9, M7.5). Runs when the member's data is next read and not on a
 * timer, so that a restart loses nothing.
 */
import { complete, end, isOf } from "./capture";
import { sql } from "./database";
import { DAY } from "./members";
import { confirmOrder, isFullyPaid, type Order } from "./order-records";
import type { Services } from "./services";
import { transactionOf, updateTransaction, withMember, type Transaction } from "./transactions";

/** Time for a site to capture a paid transaction, confirm its order or finish a purchase without delivery, in ms. */
const OWN_LOOK_MS = DAY;
/** Lifetime of an unpaid card payment for an order with delivery, in ms. */
const DELIVERY_LIFE_MS = 30 * DAY;
/** How long after its end a transaction is checked for a late charge, in ms. */
const LATE_CHARGE_MS = 90 * DAY;

const lifeOf = ({ order_id }: Transaction) => (order_id === null ? OWN_LOOK_MS : DELIVERY_LIFE_MS);

/** @returns whether there were any */
export async function finishOverdue(services: Services, memberId: number): Promise<boolean> {
  if (!services.settings.cancels) return false;
  const before = services.now() - OWN_LOOK_MS;
  const open = await services.db.all<Transaction>(
    sql`SELECT * FROM transactions WHERE member_id = ${memberId} AND method = 'STRIPE'
      AND status IN ('CREATED', 'PROCESSING') AND created_at <= ${before}`,
  );
  for (const tx of open) await withOpen(services, tx, (own) => finish(services, own));
  const orders = await services.db.all<Order>(
    sql`SELECT DISTINCT orders.* FROM transactions JOIN orders ON orders.id = order_id
      WHERE transactions.member_id = ${memberId} AND transactions.status = 'CAPTURED' AND captured_at <= ${before}
      AND orders.status = 'CREATED'`,
  );
  for (const order of orders) {
    if (!(await isFullyPaid(services, order))) continue;
    await services.db.run(confirmOrder(order.id));
  }
  return open.length + orders.length > 0;
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
    if (tx.status === "CREATED") await withOpen(services, tx, (own) => mark(services, own));
    else await services.intents.refund(intent.id, intent.amount - intent.refunded);
  }
}

/** Runs a task with the transaction, read under its lock, if it is still open. */
function withOpen(
  services: Services,
  { id, member_id }: Transaction,
  task: (tx: Transaction) => Promise<unknown>,
) {
  return services.lock(`transaction ${id}`, async () => {
    const tx = await transactionOf(services.db, id, member_id);
    if (tx?.status === "CREATED" || tx?.status === "PROCESSING") await task(tx);
  });
}

async function finish(services: Services, tx: Transaction): Promise<void> {
  const intent = await services.intents.get(tx.external_id ?? "");
  // Leave a missing or mismatched intent to the operator.
  if (!intent || !isOf(intent, tx)) return;
  if (intent.status === "succeeded") await complete(services, tx);
  else if (intent.status === "canceled") await end(services, tx, "CANCELED");
  else if (tx.created_at <= services.now() - lifeOf(tx)) {
    // cancel() returns undefined while the payment is processing. Wait for it.
    if (await services.intents.cancel(intent.id)) await end(services, tx, "EXPIRED");
  }
}

const mark = (services: Services, tx: Transaction) =>
  withMember(services, tx.member_id, () =>
    services.db.atomically([updateTransaction({ ...tx, status: "PROCESSING", updated_at: services.now() })]),
  );
