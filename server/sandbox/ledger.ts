import { insertRow, type Statement } from "./database";
import { currencyOf, type Balance, type Member } from "./members";

interface Movement {
  member: Member;
  balance: Balance;
  /** Whole units; negative for a loss. */
  amount: number;
  /** JSON text in four languages. */
  note: string;
  at: number;
  /** Store transaction that caused the movement. */
  transactionId?: string;
}

/** Returns the type of a gain of a balance. */
export const gainOf = (balance: Balance) => (balance === "soria" ? "RECHARGE" : "REWARD");

/**
 * Returns the two statements that change a balance and add its history row. Run them in one transaction, with a
 * `member` read under the member's lock, because the new balance is computed from it.
 */
export function move({ member, balance, amount, note, at, transactionId }: Movement): Statement[] {
  const net = member[balance] + amount;
  return [
    { sql: `UPDATE members SET ${balance} = ? WHERE id = ?`, args: [net, member.id] },
    insertRow("history", {
      member_id: member.id,
      created_at: at,
      currency: currencyOf(balance),
      type: amount <= 0 ? "REDEEM" : gainOf(balance),
      change_amount: Math.abs(amount),
      net_amount: net,
      note,
      transaction_id: transactionId,
    }),
  ];
}
