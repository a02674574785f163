import { insertRow, type Statement } from "./database";
import { currencyOf, type Balance, type Member } from "./members";

export interface Movement {
  member: Member;
  balance: Balance;
  type: "RECHARGE" | "REWARD" | "REDEEM";
  /** Whole units, above 0. */
  amount: number;
  /** JSON text in four languages. */
  note: string;
  at: number;
  /** Store transaction that caused the movement. */
  transactionId?: string;
}

/**
 * Returns the two statements that change a balance and add its history row. Run them in one transaction, with a
 * `member` read under the member's lock, because the new balance is computed from it.
 */
export function move({ member, balance, type, amount, note, at, transactionId }: Movement): Statement[] {
  const net = member[balance] + (type === "REDEEM" ? -amount : amount);
  return [
    { sql: `UPDATE members SET ${balance} = ? WHERE id = ?`, args: [net, member.id] },
    insertRow("history", {
      member_id: member.id,
      created_at: at,
      currency: currencyOf(balance),
      type,
      change_amount: amount,
      net_amount: net,
      note,
      transaction_id: transactionId,
    }),
  ];
}
