/**
 * 60 purchases by 12 members, each with a random fault at a random time, on two site processes that are killed and
 * restarted. Every charge leads to a capture or to an open payment that the member can complete, nothing is captured
 * twice, and no message says that nothing was charged if something was. FAULT_MEMBERS=60 makes it 300, as every
 * night; FAULT_SEED repeats the faults.
 */
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { expect, it } from "vitest";
import { seededRandom } from "#server/sandbox/seed/random";
import { figure, inRow } from "./table";
import { seedOf } from "../kit/data/random";
import {
  charged,
  comeBack,
  dataDir,
  outcomes,
  PURCHASES_EACH,
  shop,
  sites,
  told,
  useSites,
} from "./store-purchase-shop";

inRow("kill");
useSites();

const MEMBERS = Number(process.env["FAULT_MEMBERS"] ?? 12);
const AT_ONCE = 12;
const LIMIT_MS = 60_000 + MEMBERS * 8_000;
const SEED = seedOf("FAULT_SEED");

it(
  `${MEMBERS * PURCHASES_EACH} purchases with a random fault each (seed ${SEED})`,
  async () => {
    const began = Date.now();
    const waiting = Array.from({ length: MEMBERS }, (_, index) => index);
    const worker = async () => {
      for (let index = waiting.shift(); index !== undefined; index = waiting.shift())
        await shop(index, seededRandom(SEED + index));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    const finishedLater = await Promise.all(charged.map(comeBack));

    const rows = [...outcomes].sort(([a], [b]) => a.localeCompare(b));
    const total = rows.reduce((sum, [, n]) => sum + n, 0);
    figure(
      `${total} purchases in ${Math.round((Date.now() - began) / 1000)} s with a fault each, seed ${SEED}, ` +
        `${sites.reduce((sum, { kills }) => sum + kills, 0)} × kill -9`,
    );
    for (const [outcome, n] of rows) figure(`${String(n).padStart(3)} ${outcome}`);
    figure(
      `${String(charged.length).padStart(3)} cards charged, all captured; ` +
        `${finishedLater.filter(Boolean).length} of them finished, or told of, when the member came back`,
    );
    expect(total).toBe(MEMBERS * PURCHASES_EACH);
    await checkBooks();
  },
  LIMIT_MS,
);

/**
 * Checks the sandbox's books: each charged card has one captured transaction and one order, and there are no others.
 */
async function checkBooks(): Promise<void> {
  const db = createClient({ url: `file:${join(dataDir, "sandbox.db")}` });
  const rows = async (sql: string) => (await db.execute(sql)).rows;
  const succeeded = await rows("SELECT id FROM card_intents WHERE status = 'succeeded'");
  expect(succeeded).toHaveLength(charged.length);
  const uncaptured = await rows(
    `SELECT t.id FROM transactions t JOIN card_intents i ON i.id = t.external_id
     WHERE i.status = 'succeeded' AND t.status <> 'CAPTURED'`,
  );
  expect(uncaptured, "charged, not captured").toEqual([]);
  const twice = await rows(
    `SELECT member_id, product_id, quantity, COUNT(*) AS n FROM transactions WHERE status = 'CAPTURED'
     GROUP BY member_id, product_id, quantity HAVING n > 1`,
  );
  expect(twice, "captured twice").toEqual([]);
  const members = [...new Set(charged.map(({ shopper }) => shopper.id))];
  const orders = await rows(`SELECT id FROM orders WHERE member_id IN (${members.join(",")})`);
  expect(orders, "orders").toHaveLength(charged.length);
  for (const { shopper, quantity, what } of told) {
    const { rows: taken } = await db.execute({
      sql: "SELECT id FROM transactions WHERE method = 'BALANCE' AND member_id = ? AND quantity = ?",
      args: [shopper.id, quantity],
    });
    if (what === "done") expect(taken, "told that it is bought").toHaveLength(1);
    else if (what === "nothing") expect(taken, "told that nothing was taken").toHaveLength(0);
    else expect(taken.length, "told that nobody can tell").toBeLessThanOrEqual(1);
  }
  db.close();
}
