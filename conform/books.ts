import type { Outcome } from "./judge";
import type { Run } from "./run";
import type { Item } from "./steps/member";
import { readHistory } from "./steps/member";

/** Response data of store.purchase. */
export interface Purchase {
  transactionId: string;
  clientSecret?: string | null;
  status?: string;
  amount?: number;
  currency?: string;
  createdAt?: string;
  capturedAt?: string | null;
}

/** One row of the list of purchases (store.purchases). */
export interface Row extends Purchase {
  kind: string;
  idempotencyKey: string | null;
  externalTransactionId: string | null;
  orderId: string | number | null;
  objectId: number;
  quantity: number;
  amount: number;
  amountTaken: number;
  status: string;
  updatedAt: string;
}

export interface List {
  items: Row[];
  nextCursor: string | null;
  asOf: string;
}

/** Maps payment_type to the balance field of users.me and the currencyType of users.history. */
const BALANCES: Record<string, [string, string]> = {
  SORIA: ["soriaAmount", "soria"],
  SORIA_PLUS: ["soriaPlusAmount", "soria-plus"],
  POINT: ["pointAmount", "point"],
};

export const isBalance = ({ payment_type }: Pick<Item, "payment_type">) => payment_type in BALANCES;

const methodOf = (item: Item) => (isBalance(item) ? item.payment_type : "STRIPE");

/** Returns the items of `--buy` that have a whole-number price. Reads them once and keeps them in the run's notes. */
export async function items(run: Run): Promise<Item[]> {
  const cached = run.notes.get("items") as Item[] | undefined;
  if (cached) return cached;
  const read: Item[] = [];
  for (const id of run.options.buy) {
    const item = await run.ok<Item>("store.product", { params: { id } });
    if (item && Number.isSafeInteger(item.sale_amount)) read.push(item);
  }
  run.notes.set("items", read);
  return read;
}

/**
 * Returns the first item of `--buy` that is paid from a balance, or by card.
 *
 * @param rules skipped, with a reason, when there is no such item
 */
export async function itemFor(
  run: Run,
  kind: "balance" | "card",
  rules: string[],
): Promise<Item | undefined> {
  const found = (await items(run)).find((item) => isBalance(item) === (kind === "balance"));
  if (!found) {
    const priced = kind === "balance" ? "Soria, Soria Plus or points" : "USD or SGD";
    for (const rule of rules) run.findings.skip(rule, `needs --buy of an item priced in ${priced}`);
  }
  return found;
}

interface Wanted {
  key?: string | undefined;
  quantity?: number;
  more?: object;
  token?: string;
}

/** Builds the body of store.purchase with the price that store.product returned. */
export const purchaseBody = (item: Item, quantity = 1, more: object = {}) => ({
  transactionMethod: methodOf(item),
  objectId: item.id,
  quantity,
  expectedUnitAmount: item.sale_amount,
  expectedCurrency: item.payment_type,
  ...more,
});

/**
 * Sends a purchase. Counts each new successful balance transaction against the purchase limit.
 *
 * @throws PurchaseLimit for a balance item, after ten purchases
 */
export async function buy(run: Run, item: Item, { key, quantity = 1, more = {}, token }: Wanted) {
  if (isBalance(item)) run.mayBuy();
  const outcome = await run.call("store.purchase", {
    body: purchaseBody(item, quantity, more),
    key,
    ...(token && { token }),
  });
  countBought(run, item, outcome, quantity);
  return outcome;
}

/** Counts a response of store.purchase against the purchase limit if it names a new balance transaction. */
export function countBought(run: Run, item: Item, outcome: Outcome, quantity = 1): void {
  if (outcome.kind !== "success" || !isBalance(item)) return;
  const { transactionId, amount } = (outcome.data ?? {}) as Partial<Purchase>;
  // checkTaken compares the balance with the amount the API reported. M3.1 checks whether that amount is the price.
  if (typeof amount === "number") run.notes.set(`unit ${item.id}`, amount / quantity);
  const known = (run.notes.get("transactions") as Set<string> | undefined) ?? new Set();
  // A purchase without a readable id counts each time.
  const id = typeof transactionId === "string" ? transactionId : undefined;
  if (id === undefined || !known.has(id))
    run.bought(`${quantity} × item ${item.id}, transaction ${id ?? "unknown"}`);
  if (id !== undefined) run.notes.set("transactions", known.add(id));
}

/** Returns the balance that pays for an item; without an item, the sum of all three balances. */
export async function balanceOf(run: Run, item: Item | undefined, token?: string): Promise<number> {
  const me = await run.ok<Record<string, number>>("users.me", token === undefined ? {} : { token });
  const names = item
    ? [BALANCES[item.payment_type]?.[0] ?? ""]
    : Object.values(BALANCES).map(([name]) => name);
  return names.reduce((sum, name) => sum + (me?.[name] ?? 0), 0);
}

/**
 * Checks that the balance fell by the price of exactly `units` units.
 *
 * @param before the balance before the purchases
 * @param what label of the finding
 */
export async function checkTaken(
  run: Run,
  rule: string,
  item: Item,
  before: number,
  units: number,
  what: string,
  token?: string,
) {
  const taken = before - (await balanceOf(run, item, token));
  const unit = (run.notes.get(`unit ${item.id}`) as number | undefined) ?? item.sale_amount;
  const wanted = (units * unit) / 100;
  return run.check(rule, "store.purchase", taken === wanted, {
    path: "books",
    found: `${what}: ${taken} taken`,
    wanted: `${wanted} taken`,
  });
}

/** Returns the history lines of an item's currency, newest first. */
const linesOf = async (run: Run, item: Item) =>
  (await readHistory(run, BALANCES[item.payment_type]?.[1] ?? "soria"))?.items ?? [];

/** Returns whether the API supports store.purchases (the book of record). Sends the request once per run. */
export async function hasList(run: Run): Promise<boolean> {
  const cached = run.notes.get("list") as boolean | undefined;
  if (cached !== undefined) return cached;
  const outcome = await run.call("store.purchases", { query: { since: iso(run.env.now()), size: 1 } });
  const isThere = outcome.kind === "success";
  run.check("M9.1", "store.purchases", isThere, {
    path: "status",
    found: run.describe(outcome),
    wanted: "the book of record: GET users/me/purchases",
    kind: "missing",
    instead: "the site settles a lost answer by the history (M9.3)",
  });
  run.notes.set("list", isThere);
  return isThere;
}

export const iso = (at: number) => new Date(at).toISOString();

/** Returns the purchases with this idempotency key; undefined when the API has no list. */
export async function rowsOf(run: Run, key: string): Promise<Row[] | undefined> {
  if (!(await hasList(run))) return undefined;
  const list = await run.ok<List>("store.purchases", {
    query: { since: iso(run.started - 60_000), key, size: 50 },
  });
  return list?.items ?? [];
}

/** The first balance purchase of a run. Several rules check it. */
export interface First {
  item: Item;
  key: string;
  before: number;
  data: Purchase;
  line: unknown;
  /** The rows of its key, read right after the purchase response. */
  rows: Row[] | undefined;
}

export async function firstPurchase(run: Run, rules: string[]): Promise<First | undefined> {
  const cached = run.notes.get("first") as First | undefined;
  if (cached) return cached;
  const item = await itemFor(run, "balance", rules);
  if (!item) return undefined;
  await hasList(run);
  const before = await balanceOf(run, item);
  const key = run.key();
  const outcome = await buy(run, item, { key });
  if (outcome.kind !== "success") {
    run.refused("M4.2", "store.purchase", outcome, {
      what: "a purchase of an item of --buy",
      codes: ["success"],
    });
    for (const rule of rules) run.findings.skip(rule, "the first purchase was refused");
    return undefined;
  }
  const rows = await rowsOf(run, key);
  const data = outcome.data as Purchase;
  const first: First = { item, key, before, data, line: (await linesOf(run, item))[0], rows };
  run.notes.set("first", first);
  return first;
}
