import { expect } from "vitest";
import { statusOf } from "~/domain/purchase-status";
import { currencyOf } from "~/domain/currencies";
import { isEnd } from "#server/purchases/machine.server";
import type { Purchase } from "#server/purchases/purchase.server";
import { summaryOf } from "#server/purchases/outcomes.server";
import type { Books } from "#server/sandbox/switches/books";

/** Whether the site has lost its purchase record in this walk, and whether the API has a list to rebuild it from. */
export type Memory = "whole" | "whole without a list" | "lost" | "lost without a list";

export interface Checked {
  /** The sandbox's records. */
  books: Books;
  /** The purchases that the site knows. */
  purchases: readonly Purchase[];
  /** The last outcome that the pages reported for each purchase, by key. */
  said: ReadonlyMap<string, string>;
  memory: Memory;
  hasTerminated: boolean;
  /** How to reproduce this step. */
  where: string;
}

type Transaction = Books["transactions"][number];

const isTaken = ({ status }: Transaction) => status === "CAPTURED" || status === "REFUNDED";
const isGiven = ({ state }: Purchase) => state === "captured" || state === "refunded";
const isOpen = ({ state }: Purchase) => !isEnd(state);
/**
 * Whether a purchase took, or may have taken, a balance. The API can charge a balance for a card purchase, which only
 * `taken` shows.
 */
const isOfBalance = ({ kind, state, taken }: Purchase) =>
  kind === "balance" || state === "mismatch" || state === "unclear" || (taken && currencyOf(taken.currency));

/** Checks the invariants: everything taken is delivered or open, and the messages to the member are true. */
export function checkBooks(checked: Checked): void {
  checkBalances(checked);
  checkCards(checked);
  checkOrders(checked);
  checkSaid(checked);
  checkAmounts(checked);
}

function checkBalances({ books, purchases, memory, where }: Checked): void {
  for (const quantity of [1, 2, 3, 4]) {
    const taken = books.transactions.filter(
      (tx) => tx.method === "BALANCE" && tx.quantity === quantity,
    ).length;
    const own = purchases.filter((each) => isOfBalance(each) && each.quantity === quantity);
    const given = own.filter((each) => isGiven(each) && each.kind === "balance").length;
    const maybe = own.filter((each) => isOpen(each) || isGiven(each)).length;
    expect(taken, `${where}more given than taken, × ${quantity}`).toBeGreaterThanOrEqual(given);
    if (memory.startsWith("whole"))
      expect(taken, `${where}taken, and neither given nor open, × ${quantity}`).toBeLessThanOrEqual(maybe);
  }
}

function checkCards({ books, purchases, memory, hasTerminated, where }: Checked): void {
  for (const tx of books.transactions.filter(({ intent }) => intent === "succeeded")) {
    const purchase = purchases.find(({ transactionId }) => transactionId === tx.id);
    if (memory.startsWith("whole")) {
      const isUnderAnotherId = purchases.some(
        ({ transactionId, state }) => transactionId === "TX-OTHER" && !isEnd(state),
      );
      expect(
        purchase !== undefined || isUnderAnotherId,
        `${where}charged and unknown to the site: ${tx.id}`,
      ).toBe(true);
      if (hasTerminated)
        expect(isTaken(tx), `${where}terminated with a payment that was not captured`).toBe(true);
    }
    if (!purchase) continue;
    if (isEnd(purchase.state) && tx.status !== "REFUNDED") {
      expect(purchase.state, `${where}charged, and told as ${purchase.state}: ${tx.id}`).toBe("captured");
    }
    if (purchase.state === "captured") {
      expect(isTaken(tx), `${where}told captured, and is not: ${tx.id}`).toBe(true);
    }
  }
}

function checkOrders({ books, purchases, memory, where }: Checked): void {
  const delivered = books.orders.filter(({ delivery, status }) => delivery && status === "CONFIRMED").length;
  const ordered = purchases.filter(
    ({ kind, state }) => kind === "order" && (state === "captured" || state === "confirming"),
  );
  if (memory.startsWith("whole")) {
    expect(delivered, `${where}more orders confirmed than paid`).toBeLessThanOrEqual(ordered.length);
  }
}

/** Checks the reported outcomes, including those of purchases that the site has lost since. */
function checkSaid({ books, purchases, said, where }: Checked): void {
  const told = [...said.values()].filter((what) =>
    ["captured", "ordered", "otherAmount"].includes(what),
  ).length;
  const taken = books.transactions.filter(isTaken).length;
  expect(told, `${where}told as complete more often than taken`).toBeLessThanOrEqual(taken);
  for (const [key, what] of said) {
    const purchase = purchases.find((each) => each.key === key);
    if (!purchase) continue;
    const tx = books.transactions.find(({ id }) => id === purchase.transactionId);
    if (what === "captured" || what === "ordered" || what === "otherAmount") {
      expect(tx === undefined || isTaken(tx), `${where}told "${what}", and ${tx?.status}`).toBe(true);
    }
    if (what === "cancelled" || what === "declined" || what === "refused") {
      const isCharged = tx !== undefined && isTaken(tx) && purchase.isUntold !== true;
      expect(isCharged && !isGiven(purchase), `${where}told "${what}", and charged`).toBe(false);
    }
  }
}

/** Checks that a purchase at another amount than confirmed is not reported as complete. */
function checkAmounts({ books, purchases, where }: Checked): void {
  for (const purchase of purchases) {
    const tx = books.transactions.find(({ id }) => id === purchase.transactionId);
    if (!tx || purchase.state !== "captured") continue;
    const status = statusOf(summaryOf(purchase), { kind: "unknown" });
    if (purchase.taken) expect(purchase.taken.amount, `${where}another amount was taken`).toBe(tx.amount);
    if (tx.amount !== purchase.amount)
      expect(status, `${where}told as taken as confirmed`).toBe("otherAmount");
  }
}
