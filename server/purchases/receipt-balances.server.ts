import type { BalancesAround } from "~/domain/purchase-summary";
import { orUndefinedAfter } from "#server/errors/with-timeout.server";
import type { Session } from "#server/session/session.server";
import { buyerOf } from "./buyer.server";
import type { Purchase } from "./purchase.server";
import { linesAround } from "./settle-history.server";

/**
 * Returns the balance before and after a purchase from a balance, read from its history line: the line that names its
 * transaction, or that settled it. Never guesses by amount or time.
 *
 * @returns undefined for a card, without such a line, or if the API is late or fails
 */
export async function balancesAround(
  session: Session,
  purchase: Purchase,
): Promise<BalancesAround | undefined> {
  const { kind, state, transactionId, line: known } = purchase;
  if (kind !== "balance" || state !== "captured") return undefined;
  const lines = (await orUndefinedAfter(linesAround(buyerOf(session), purchase))) ?? [];
  const line = lines.find(
    (each) =>
      each.type === "REDEEM" &&
      (String(each.id) === known || (transactionId !== undefined && each.transactionId === transactionId)),
  );
  if (!line) return undefined;
  const [after, taken] = [line.net_amount * 100, line.change_amount * 100];
  return { before: after + taken, after, taken };
}
