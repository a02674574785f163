/** Refunds (money section 10). Operators make them, so they are a switch of the sandbox and not an API call. */
import { sql } from "./database";
import { move } from "./ledger";
import { BALANCE_OF, giftOf, noteOf, productById } from "./products";
import type { Services } from "./services";
import { updateTransaction, withMember, type Transaction } from "./transactions";

/**
 * Refunds money. In the same transaction it takes back the matching share of the gift (never below a balance of 0)
 * and, with the last of the money, marks the order as refunded.
 *
 * @param wanted hundredths; undefined refunds the rest
 * @returns the transaction, or the reason for refusing
 */
export async function refund(services: Services, transactionId: string, wanted?: number) {
  return services.lock(`transaction ${transactionId}`, async () => {
    const tx = await services.db.one<Transaction>(
      sql`SELECT * FROM transactions WHERE id = ${transactionId}`,
    );
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
