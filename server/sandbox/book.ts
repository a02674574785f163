import { z } from "zod";
import { moment } from "../wire/common";
import { invalid } from "./answers";
import { DAY } from "./members";
import type { Call, Services } from "./services";
import { languageOf, textIn } from "./texts";
import { iso, withMember, type Transaction } from "./transactions";
import { lookAtProvider } from "./upkeep";

/** Limit of `since` (money M6.1). */
const FARTHEST_BACK_MS = 400 * DAY;

const query = z.object({
  since: moment,
  key: z.string().optional(),
  cursor: z
    .string()
    .regex(/^\d{1,16}-\d{1,16}$/)
    .optional(),
  size: z.coerce.number().int().min(1).max(100).default(50),
});

const kindOf = ({ method, order_id }: Transaction) =>
  method === "BALANCE" ? "BALANCE" : order_id === null ? "CARD" : "ORDER";

/**
 * Implements GET /users/me/purchases: the member's transactions that changed at or after `since`, oldest change
 * first. Reads under the lock that every writer takes, so no change before `asOf` is missing (money M6.2, M6.3).
 */
export async function purchasesOf(services: Services, c: Call) {
  const read = query.safeParse(c.req.query());
  if (!read.success) throw invalid(`${read.error.issues[0]?.path.join(".")}: wrong`);
  const { since, key, cursor, size } = read.data;
  const { id } = c.get("member");
  const [after, afterRow] = cursor?.split("-").map(Number) ?? [0, 0];
  await lookAtProvider(services, id);
  return withMember(services, id, async () => {
    const asOf = services.now();
    const from = Math.max(Date.parse(since), asOf - FARTHEST_BACK_MS);
    const rows = await services.db.all<Transaction & { row: number }>(
      `SELECT *, rowid AS row FROM transactions WHERE member_id = ?1 AND updated_at >= ?2 AND (?3 IS NULL OR key = ?3)
        AND (updated_at, rowid) > (?4, ?5) ORDER BY updated_at, rowid LIMIT ?6`,
      [id, from, key ?? null, after ?? 0, afterRow ?? 0, size + 1],
    );
    const shown = rows.slice(0, size);
    const last = shown.at(-1);
    const language = languageOf(c);
    return {
      items: shown.map((tx) => ({
        transactionId: tx.id,
        kind: kindOf(tx),
        idempotencyKey: tx.key,
        externalTransactionId: tx.external_id,
        orderId: tx.order_id,
        objectId: tx.product_id,
        objectName: textIn(tx.name, language),
        quantity: tx.quantity,
        amount: tx.amount,
        amountTaken: tx.taken,
        currency: tx.currency,
        status: tx.status,
        createdAt: iso(tx.created_at),
        capturedAt: tx.captured_at === null ? null : iso(tx.captured_at),
        updatedAt: iso(tx.updated_at),
      })),
      nextCursor: rows.length > size && last ? `${last.updated_at}-${last.row}` : null,
      asOf: iso(asOf),
    };
  });
}
