import { z } from "zod";
import { currencyOf } from "~/domain/currencies";
import { paymentType, type TransactionMethod } from "#server/wire/store";
import { type Event, isEnd, isInDoubt, kinds, moneyOf, next, states } from "./machine.server";

/** What the order form asks for (accounts-and-store.md section 3, Order form). */
const delivery = z.object({
  customerName: z.string(),
  customerPhone: z.string(),
  customerEmail: z.string(),
  shippingName: z.string(),
  shippingPhone: z.string(),
  postalCode: z.string(),
  address: z.string(),
  detailedAddress: z.string(),
  paymentMethod: z.string(),
});
export type Delivery = z.infer<typeof delivery>;

/** Money that was taken, as an answer of the API or its history says it: hundredths, milliseconds since 1970. */
const taken = z.object({
  amount: z.number(),
  currency: paymentType,
  at: z.number(),
  /** Of `amount`, what has been given back since. */
  refunded: z.number().optional(),
});
export type Taken = z.infer<typeof taken>;

/** A line of the history that may be a purchase from a balance. */
const historyLine = z.object({
  id: z.string(),
  at: z.string(),
  /** Whole units. */
  amount: z.number(),
  note: z.string(),
  currency: paymentType.optional(),
});

/**
 * One intention to buy. `key` is born with it, names it in addresses and forms, and is its Idempotency-Key. Times are
 * milliseconds since 1970, `amount` is of the whole purchase, in hundredths.
 */
export const purchaseSchema = z.object({
  key: z.string().regex(/^[\w-]{16,64}$/),
  kind: z.enum(kinds),
  state: z.enum(states),
  objectId: z.number().int(),
  name: z.string(),
  quantity: z.number().int().positive(),
  unitAmount: z.number(),
  amount: z.number(),
  currency: paymentType,
  createdAt: z.number(),
  changedAt: z.number(),
  /** Of the product API. */
  transactionId: z.string().optional(),
  /** Of the card intent, "pi_…_secret_…". */
  clientSecret: z.string().optional(),
  /** Of the card intent, "pi_…": all that a rebuilt ledger knows of it. */
  intentId: z.string().optional(),
  /** When the call that takes or promises the money was sent last. */
  sentAt: z.number().optional(),
  taken: taken.optional(),
  /** The API has seen this key before the purchase was sent: what it has under the key is an earlier, forgotten purchase. */
  isKeyUsed: z.boolean().optional(),
  /** Of the order service. */
  orderId: z.union([z.string(), z.number()]).optional(),
  orderNumber: z.string().optional(),
  delivery: delivery.optional(),
  /** What the history shows, when more than one line may be it. */
  lines: z.array(historyLine).optional(),
  /** The line of the history that it turned out to be. */
  line: z.string().optional(),
  /** The card was declined before it was given up. */
  isDeclined: z.boolean().optional(),
  /** Until then the reconciler looks for a charge that came after the end. */
  lateUntil: z.number().optional(),
  /** The member has not been shown yet how it ended. */
  isUntold: z.boolean().optional(),
  /** How often the reconciler has looked in vain, and when it looks again. */
  looks: z.number().int().default(0),
  lookAt: z.number().default(0),
});
export type Purchase = z.infer<typeof purchaseSchema>;

/** An order with delivery between its form and its confirmation. Nothing has been sent before the confirmation. */
export const checkoutSchema = z.object({
  /** Of the purchase that it becomes. */
  key: z.string(),
  /** New with each change: the confirmation sends it back, so that what was read is what is ordered. */
  version: z.string(),
  objectId: z.number().int(),
  name: z.string(),
  quantity: z.number().int().positive(),
  unitAmount: z.number(),
  amount: z.number(),
  currency: paymentType,
  fields: delivery,
});
export type Checkout = z.infer<typeof checkoutSchema>;

/** One that has its card intent. */
export type CardPurchase = Purchase & { transactionId: string; clientSecret: string };

/** One whose intent is known, though perhaps not its client secret: enough to capture or to cancel it. */
export type IntentPurchase = Purchase & { transactionId: string };

export function hasIntent(purchase: Purchase | undefined): purchase is IntentPurchase {
  const isKnown = purchase?.intentId !== undefined || purchase?.clientSecret !== undefined;
  return purchase?.transactionId !== undefined && isKnown;
}

export function isCardPurchase(purchase: Purchase | undefined): purchase is CardPurchase {
  return purchase?.transactionId !== undefined && purchase.clientSecret !== undefined;
}

/** The intent's id: the part of the client secret before "_secret_", or what the API's list says. "" without both. */
export function intentIdOf({ clientSecret = "", intentId }: Purchase): string {
  return intentId ?? clientSecret.split("_secret_")[0] ?? "";
}

const DAY_MS = 24 * 60 * 60_000;
/** How long one whose end is not known is looked at. */
const WATCHED_MS = 90 * DAY_MS;
/** How long one that took nothing waits for its card; an order with delivery longer than an item. */
const WAITING_MS = { balance: WATCHED_MS, card: DAY_MS, order: 30 * DAY_MS };

/** Not ended, and more than a question that was never answered: shown to the member wherever they might buy again. */
export function isShown({ kind, state }: Purchase): boolean {
  return !isEnd(state) && (kind === "balance" || state !== "asked");
}

/** Only the API can say what became of the call that takes the money. */
export function isLost({ kind, state }: Purchase): boolean {
  return state === "mismatch" || state === "unclear" || (kind === "balance" && state === "asked");
}

export function mayBePaid({ kind, state }: Purchase): boolean {
  return !isEnd(state) && moneyOf(kind, state) !== "not-taken";
}

/** Whether the reconciler goes on looking: it is in doubt, or a charge may still come after its end. */
export function isWatched({ kind, state, lateUntil = 0 }: Purchase, now: number): boolean {
  return isInDoubt(kind, state) || (state === "cancelled" && now < lateUntil);
}

/** Whether the reconciler has something to ask about it now. */
export function isDue(purchase: Purchase, now: number): boolean {
  return isWatched(purchase, now) && purchase.lookAt <= now;
}

const FIRST_LOOK_MS = 20_000;
const LONGEST_WAIT_MS = 6 * 60 * 60_000;

/** So long the member is likely to be at it, page by page. */
const FRESH_MS = 10 * 60_000;

/** After a look in vain: when to look again; soon while it is fresh, then in ever longer steps. Edits the draft. */
export function scheduleNextCheck(draft: Purchase, now: number): void {
  if (now - draft.createdAt < FRESH_MS) {
    draft.lookAt = now + FIRST_LOOK_MS;
    return;
  }
  draft.lookAt = now + Math.min(FIRST_LOOK_MS * 2 ** Math.min(draft.looks, 20), LONGEST_WAIT_MS);
  draft.looks += 1;
}

/**
 * Lets an event happen to a purchase; what cannot happen there changes nothing. Edits the draft.
 *
 * @returns whether it happened
 */
export function applyEvent(draft: Purchase, event: Event, now: number): boolean {
  const state = next(draft.kind, draft.state, event);
  if (state === undefined) return false;
  const was = draft.state;
  const before = moneyOf(draft.kind, was);
  Object.assign(draft, { state, changedAt: now });
  if (!isEnd(state)) {
    delete draft.isUntold;
    draft.looks = 0;
    draft.lookAt = now;
    // Not looked for while the member is at it.
    if (state === "submitted") draft.lookAt = now + FIRST_LOOK_MS;
  } else if (state !== was && (state !== "expired" || before !== "not-taken")) {
    draft.isUntold = true;
  }
  return true;
}

/** Too old to wait for: `expire` happens to it. */
export function isOverdue(purchase: Purchase, now: number): boolean {
  if (isEnd(purchase.state)) return false;
  const waits = moneyOf(purchase.kind, purchase.state) === "not-taken";
  return now - purchase.createdAt > (waits ? WAITING_MS[purchase.kind] : WATCHED_MS);
}

const MOST_ENDED = 60;
/** More than anybody has that may be paid; with as many, no other is begun. */
export const MOST_IN_DOUBT = 50;

/** Those worth keeping: all that have not ended or not been told, and for 90 days the newest of the others. */
export function pruned(purchases: readonly Purchase[], now: number): Purchase[] {
  const isKept = (purchase: Purchase) => !isEnd(purchase.state) || purchase.isUntold === true;
  const ended = purchases
    .filter((purchase) => !isKept(purchase) && now - purchase.changedAt < WATCHED_MS)
    .sort((a, b) => b.changedAt - a.changedAt)
    .slice(0, MOST_ENDED);
  return purchases.filter(
    (purchase) => (isKept(purchase) && now - purchase.createdAt < 2 * WATCHED_MS) || ended.includes(purchase),
  );
}

/** What a purchase takes from its balance, in whole units. */
export function costOf({ amount }: Purchase): number {
  return Math.ceil(amount / 100);
}

export const isFromBalance = (currency: Purchase["currency"]) => currencyOf(currency) !== undefined;

/** How the API is told to take the money: by card, or from the balance that the item is priced in. */
export function methodOf(currency: Purchase["currency"]): TransactionMethod {
  return currency === "USD" || currency === "SGD" ? "STRIPE" : currency;
}
