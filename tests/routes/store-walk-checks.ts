import { expect } from "vitest";
import { statusOf } from "~/domain/purchase-status";
import { currencyOf } from "~/domain/currencies";
import { isEnd } from "#server/purchases/machine.server";
import { isWatched, type Purchase } from "#server/purchases/purchase.server";
import { summaryOf } from "#server/purchases/outcomes.server";
import { dueNews } from "#server/purchases/told.server";
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
  /** The member was away for so long that purchases leave the record. */
  isAged: boolean;
  /** Whether the site can know which payments are of orders: an API that is not told an order's id lists it as a card's. */
  knowsOrders: boolean;
  /** How often the member asked for the item in Soria: forms with their content; undefined if nobody can know. */
  asked: { soria: number; times: number } | undefined;
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
  checkPresses(checked);
  checkBalances(checked);
  checkCards(checked);
  checkOrders(checked);
  checkSaid(checked);
  checkAmounts(checked);
}

/** Old purchases of `buyLongAgo` have nine pieces. */
const LONG_AGO = 9;

/** Checks that no form was charged twice: one press is one purchase. */
function checkPresses({ books, asked, where }: Checked): void {
  if (!asked) return;
  const charged = books.transactions.filter(
    ({ productId, method, quantity }) =>
      productId === asked.soria && method === "BALANCE" && quantity !== LONG_AGO,
  );
  expect(charged.length, `${where}charged more often than asked for`).toBeLessThanOrEqual(asked.times);
}

function checkBalances({ books, purchases, memory, isAged, where }: Checked): void {
  for (const quantity of [1, 2, 3, 4]) {
    const taken = books.transactions.filter(
      (tx) => tx.method === "BALANCE" && tx.quantity === quantity,
    ).length;
    const own = purchases.filter((each) => isOfBalance(each) && each.quantity === quantity);
    const given = own.filter((each) => isGiven(each) && each.kind === "balance").length;
    const maybe = own.filter((each) => isOpen(each) || isGiven(each)).length;
    expect(taken, `${where}more given than taken, × ${quantity}`).toBeGreaterThanOrEqual(given);
    if (memory.startsWith("whole") && !isAged)
      expect(taken, `${where}taken, and neither given nor open, × ${quantity}`).toBeLessThanOrEqual(maybe);
  }
}

function checkCards({ books, purchases, memory, hasTerminated, isAged, where }: Checked): void {
  for (const tx of books.transactions.filter(({ intent }) => intent === "succeeded")) {
    const purchase = purchases.find(({ transactionId }) => transactionId === tx.id);
    if (memory.startsWith("whole") && !isAged) {
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
    // After 90 days without a capture the member is asked to look at the card statement.
    const isGivenUp = isAged && purchase.state === "expired";
    // Where the API cannot cancel, a card can be charged after a decline was believed: the reconciler looks for it.
    const isLookedFor = isWatched(purchase, Date.now());
    if (isEnd(purchase.state) && tx.status !== "REFUNDED" && !isGivenUp && !isLookedFor) {
      expect(purchase.state, `${where}charged, and told as ${purchase.state}: ${tx.id}`).toBe("captured");
    }
    if (purchase.state === "captured") {
      expect(isTaken(tx), `${where}told captured, and is not: ${tx.id}`).toBe(true);
    }
  }
}

function checkOrders({ books, purchases, memory, isAged, knowsOrders, where }: Checked): void {
  const delivered = books.orders.filter(({ delivery, status }) => delivery && status === "CONFIRMED").length;
  const ordered = purchases.filter(
    ({ kind, state }) => kind === "order" && ["captured", "confirming", "refunded"].includes(state),
  );
  if (memory.startsWith("whole") && !isAged && knowsOrders) {
    expect(delivered, `${where}more orders confirmed than paid`).toBeLessThanOrEqual(ordered.length);
  }
}

/** Checks the reported outcomes, including those of purchases that the site has lost since. */
function checkSaid({ books, purchases, said, memory, where }: Checked): void {
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
      // A form of a lost purchase opens a second payment if the API knows neither keys nor a list. What was said of the
      // first payment stays true.
      const isOfEarlier =
        memory.startsWith("lost") && books.transactions.some((each) => each.key === key && isTaken(each));
      expect(
        tx === undefined || isTaken(tx) || isOfEarlier,
        `${where}told "${what}", and ${tx?.status}`,
      ).toBe(true);
    }
    if (what === "cancelled" || what === "declined" || what === "refused") {
      const isCharged = tx !== undefined && isTaken(tx) && dueNews(purchase) === undefined;
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
      expect(["otherAmount", "partRefunded"], `${where}told as taken as confirmed`).toContain(status);
  }
}

/** What a message says about the money. */
const MEANING: Record<string, string> = {
  ...{ captured: "taken", ordered: "taken", otherAmount: "taken", charged: "taken" },
  ...{ partRefunded: "partly given back", refunded: "given back" },
  ...{ refused: "none", cancelled: "none", declined: "none", voided: "none" },
};

function truthOf({ status, taken, amount }: Transaction, hasList: boolean): string {
  if (status !== "CAPTURED" && status !== "REFUNDED") return "none";
  // Without the list, nobody tells the site of a refund.
  if (!hasList || taken === amount) return "taken";
  return taken === 0 ? "given back" : "partly given back";
}

/** Checks that the last message of every purchase is true: each change was announced as a correction. */
export function checkAnnounced({
  transactions,
  purchases,
  said,
  memory,
  where,
}: Pick<Checked, "purchases" | "said" | "memory" | "where"> & {
  transactions: readonly Transaction[];
}): void {
  if (!memory.startsWith("whole")) return;
  for (const [key, what] of said) {
    const purchase = purchases.find((each) => each.key === key);
    const tx = transactions.find(({ id }) => id === purchase?.transactionId);
    if (!purchase || !tx || isOpen(purchase) || MEANING[what] === undefined) continue;
    const hasList = memory === "whole";
    expect(MEANING[what], `${where}told "${what}" of ${JSON.stringify(purchase)}, and not corrected`).toBe(
      truthOf(tx, hasList),
    );
  }
}
