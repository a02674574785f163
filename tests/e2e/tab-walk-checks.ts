/** What the tabs of a walk say about money, compared with the sandbox's books (tests/e2e/tab-walk.ts). */
import type { Locator, Page } from "@playwright/test";
import { type MoneyLine, outcomes, type Status } from "~/domain/purchase-status";
import type { Books } from "#server/sandbox/switches/books";
import { t } from "./store-steps";
import { despiteNavigation, isOutcome } from "./tab-walk-moves";

type Transaction = Books["transactions"][number];

const statuses = Object.keys(outcomes) as Status[];
const titleOf = (status: Status) => t(`complete.status.${status}.title`);

/** Returns what a heading says about the money. Statuses that share a title: what the most careful one says. */
function moneySaid(heading: string): MoneyLine | undefined {
  const lines = statuses
    .filter((status) => titleOf(status) === heading)
    .map((status) => outcomes[status].money);
  return lines.includes("unknown") ? "unknown" : lines[0];
}

/** Headings that say for good that nothing was taken, so that a charge after them needs a correction. */
const denials = (["refused", "cancelled", "declined", "voided"] as const).map(titleOf);
export const isDenial = (heading: string) => denials.includes(heading);

/** Returns whether a row of the CSV says that money was taken. */
export const isSaidTaken = (row: string) =>
  statuses.some((status) => outcomes[status].money === "taken" && row.includes(titleOf(status)));

export const isTaken = ({ status, taken }: Transaction) =>
  status === "CAPTURED" || (status === "REFUNDED" && taken > 0);

/** Returns whether the provider has charged a card that the API has neither captured nor given back. */
export const isHeld = ({ intent, status }: Transaction) =>
  intent === "succeeded" && status !== "CAPTURED" && status !== "REFUNDED";

/** Returns how many purchases of an item were charged, also those that were given back since. */
export const chargesOf = (transactions: readonly Transaction[], item: number) =>
  transactions.filter(
    (tx) => tx.productId === item && (isHeld(tx) || isTaken(tx) || tx.status === "REFUNDED"),
  ).length;

function truthOf(tx: Transaction): MoneyLine {
  if (tx.status === "REFUNDED") return "returned";
  return tx.status === "CAPTURED" || isHeld(tx) ? "taken" : "none";
}

/** The heading of a purchase's page that says where its money is. */
export const headingOf = (tab: Page): Locator => tab.getByRole("main").getByRole("heading", { level: 1 });

/** @returns the purchase that a tab shows, its heading, and whether that is wrong; undefined on other pages */
export async function statementOf(tab: Page, transactions: readonly Transaction[]) {
  if (!isOutcome(tab)) return undefined;
  const [heading, text] = await despiteNavigation(tab, async () => [
    await headingOf(tab).innerText(),
    await tab.getByRole("main").innerText(),
  ]);
  const key = new URL(tab.url()).searchParams.get("purchase");
  const tx =
    transactions.find(({ id }) => text.includes(id)) ?? transactions.find((each) => each.key === key);
  const said = moneySaid(heading);
  const isTrue = tx ? said === "unknown" || said === truthOf(tx) : said !== "taken";
  return { tx, heading, wrong: isTrue ? undefined : `"${heading}", and ${JSON.stringify(tx)}` };
}
