/**
 * What the API does by itself for transactions that nobody finishes (money M5.5, M5.9, M7.5). No timer, so that a restart
 * loses none: it is done when somebody next reads the member's data.
 */
import { complete, end, isOf } from "./capture";
import { DAY } from "./members";
import { isPaid, type Order } from "./order-book";
import type { Services } from "./services";
import { transactionOf, updateTransaction, withMember, type Transaction } from "./transactions";

/** A site has so long to capture what was paid, to confirm its order, and to finish what has no delivery. */
const OWN_LOOK_MS = DAY;
/** A payment of an order with delivery waits so long for its card. */
const DELIVERY_LIFE_MS = 30 * DAY;
/** So long a card that is charged after its end is looked for. */
const LATE_CHARGE_MS = 90 * DAY;

const lifeOf = ({ order_id }: Transaction) => (order_id === null ? OWN_LOOK_MS : DELIVERY_LIFE_MS);

/** Does what has been left undone for a day. @returns whether there was anything of the kind */
export async function finishOverdue(services: Services, memberId: number): Promise<boolean> {
  if (!services.settings.cancels) return false;
  const before = services.now() - OWN_LOOK_MS;
  const open = await services.db.all<Transaction>(
    `SELECT * FROM transactions WHERE member_id = ? AND method = 'STRIPE' AND status IN ('CREATED', 'PROCESSING')
      AND created_at <= ?`,
    [memberId, before],
  );
  for (const tx of open) await withOpen(services, tx, (own) => finish(services, own));
  const orders = await services.db.all<Order>(
    `SELECT DISTINCT orders.* FROM transactions JOIN orders ON orders.id = order_id
      WHERE transactions.member_id = ? AND transactions.status = 'CAPTURED' AND captured_at <= ?
      AND orders.status = 'CREATED'`,
    [memberId, before],
  );
  for (const order of orders) {
    if (!(await isPaid(services, order))) continue;
    await services.db.run("UPDATE orders SET status = 'CONFIRMED' WHERE id = ? AND status = 'CREATED'", [
      order.id,
    ]);
  }
  return open.length + orders.length > 0;
}

/** Looks at the provider for the list: a card that is charged, or may be, is PROCESSING; a late charge goes back. */
export async function lookAtProvider(services: Services, memberId: number): Promise<void> {
  const cards = await services.db.all<Transaction>(
    `SELECT * FROM transactions WHERE member_id = ? AND method = 'STRIPE' AND (status = 'CREATED'
      OR (status IN ('CANCELED', 'EXPIRED') AND updated_at > ?))`,
    [memberId, services.now() - LATE_CHARGE_MS],
  );
  for (const tx of cards) {
    const intent = await services.intents.get(tx.external_id ?? "");
    if (intent?.status !== "succeeded" && intent?.status !== "processing") continue;
    if (tx.status === "CREATED") await withOpen(services, tx, (own) => mark(services, own));
    else await services.intents.refund(intent.id, intent.amount - intent.refunded);
  }
}

/** The transaction as it is under its lock, if it still waits for its end. */
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
  // Somebody has to look at it: the operator, not this.
  if (!intent || !isOf(intent, tx)) return;
  if (intent.status === "succeeded") await complete(services, tx);
  else if (intent.status === "canceled") await end(services, tx, "CANCELED");
  else if (tx.created_at <= services.now() - lifeOf(tx)) {
    // Undefined for one that is processing, which has to be waited for.
    if (await services.intents.cancel(intent.id)) await end(services, tx, "EXPIRED");
  }
}

const mark = (services: Services, tx: Transaction) =>
  withMember(services, tx.member_id, () =>
    services.db.atomically([updateTransaction({ ...tx, status: "PROCESSING", updated_at: services.now() })]),
  );
