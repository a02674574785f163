import { sandbox } from "../mocks/server";

const DAY_MS = 24 * 60 * 60_000;
export const OLD_PURCHASES = 100;

/** Key of one of the purchases of `buyLongAgo`. */
export const oldKey = (memberId: number, index: number) => `long-ago-${memberId}-${index}`.padEnd(16, "-");

/** Stores 100 captured purchases of the last 100 days in the API alone, nine pieces each, as of a lost record. */
export async function buyLongAgo(memberId: number, item: number, count = OLD_PURCHASES): Promise<void> {
  const { services } = await sandbox();
  for (let index = 0; index < count; index += 1) {
    const at = services.now() - (index + 1) * DAY_MS;
    await services.db.run(
      `INSERT INTO transactions (id, member_id, method, product_id, name, quantity, amount, currency, key, status,
        taken, created_at, captured_at, updated_at)
       VALUES (?, ?, 'BALANCE', ?, '{"en":"Kite"}', 9, 900, 'SORIA', ?, 'CAPTURED', 900, ?, ?, ?)`,
      [`TX-OLD-${memberId}-${index}`, memberId, item, oldKey(memberId, index), at, at, at],
    );
  }
}

/** Lets the provider release the money of a transaction that was authorised. */
export async function releaseHold(transactionId: string): Promise<void> {
  const { services } = await sandbox();
  await services.db.run(
    "UPDATE card_intents SET status = 'canceled' WHERE id = (SELECT external_id FROM transactions WHERE id = ?)",
    [transactionId],
  );
}
