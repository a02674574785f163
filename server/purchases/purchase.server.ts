import { z } from "zod";
import { currencyOf } from "~/domain/currencies";
import { isPaymentReason, type PaymentReason } from "~/domain/payment-reasons";
import { kinds, states } from "~/domain/purchase-summary";
import { paymentType, type TransactionMethod } from "#server/wire/store";
import { type Event, isEnd, isInDoubt, moneyOf, next } from "./machine.server";
import { newsSchema, tell } from "./told.server";

/** accounts-and-store.md section 3, Order form. */
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

/** Money that was taken, as the API's response or the history says. In hundredths; `at` in ms since 1970. */
const taken = z.object({
  amount: z.number(),
  currency: paymentType,
  at: z.number(),
  /** The part of `amount` that was refunded since. */
  refunded: z.number().optional(),
});
export type Taken = z.infer<typeof taken>;

/** See IntentReading. */
const intentReading = z.object({
  kind: z.enum(["succeeded", "processing", "card", "action", "canceled", "amountChanged", "unknown"]),
  reason: z.custom<PaymentReason>(isPaymentReason).optional(),
});

/** A history line that may belong to a purchase from a balance. */
const historyLine = z.object({
  id: z.string(),
  at: z.string(),
  /** In whole units. */
  amount: z.number(),
  note: z.string(),
  currency: paymentType.optional(),
});

/** An item and a quantity, with amounts in hundredths as in the API; `amount` is for the whole purchase. */
const wanted = z.object({
  objectId: z.number().int(),
  name: z.string(),
  quantity: z.number().int().positive(),
  unitAmount: z.number(),
  amount: z.number(),
  currency: paymentType,
});
export type Wanted = z.infer<typeof wanted>;

/** `key` identifies the purchase in URLs, and is its Idempotency-Key. Times are ms since 1970. */
export const purchaseSchema = wanted.extend({
  key: z.string().regex(/^[\w-]{16,64}$/),
  /** Id of the form that asked for it. Undefined before 0.4.0, when forms had the key, and for other sites. */
  form: z.string().optional(),
  /** The member asked for other content in the same form before anything was paid; asking again begins anew. */
  isReplaced: z.boolean().optional(),
  kind: z.enum(kinds),
  state: z.enum(states),
  createdAt: z.number(),
  changedAt: z.number(),
  /** Transaction of the product API. */
  transactionId: z.string().optional(),
  /** Client secret of the card intent, "pi_…_secret_…". */
  clientSecret: z.string().optional(),
  /** Id of the card intent, "pi_…". A rebuilt ledger has it without the client secret. */
  intentId: z.string().optional(),
  /** Time of the last purchase call, or of the last card submission. */
  sentAt: z.number().optional(),
  taken: taken.optional(),
  /** `updatedAt` of the newest row of the API's list that was merged, in ms since 1970 by the API's clock. */
  rowAt: z.number().optional(),
  orderId: z.union([z.string(), z.number()]).optional(),
  orderNumber: z.string().optional(),
  delivery: delivery.optional(),
  /** Candidate history lines, when the match is ambiguous. */
  lines: z.array(historyLine).optional(),
  /** Id of the matching history line. */
  line: z.string().optional(),
  /** The card was declined before the member gave up. */
  isDeclined: z.boolean().optional(),
  /** The reconciler checks until then for a charge after the end. */
  lateUntil: z.number().optional(),
  /** The provider or the API released the money after the payment. */
  isVoided: z.boolean().optional(),
  /** The provider's last reading of the intent, so that lists say the same as the purchase's page. */
  reading: intentReading.optional().catch(undefined),
  /** A captured order, found in the API's list after the ledger was lost: its confirmation is repeated once. */
  needsConfirm: z.boolean().optional(),
  /** The current outcome, and the one that the member was told last (told.server.ts). */
  news: newsSchema.optional(),
  told: newsSchema.optional(),
  /** Its page was sent since it was closed. */
  isPageSeen: z.boolean().optional(),
  /** Whether `news` and `told` differ, for releases before 0.4.0. */
  isUntold: z.boolean().optional(),
  /** Number of captures and confirmations with a response that was no success; each changes the next key. */
  refusals: z.number().int().optional(),
  /** Number of checks without a result after the first 10 minutes, and the time of the next check. */
  looks: z.number().int().default(0),
  lookAt: z.number().default(0),
});
export type Purchase = z.infer<typeof purchaseSchema>;

/** An order with delivery after its form and before its confirmation. No call has been made for it yet. */
export const checkoutSchema = wanted.extend({
  /** Key of the future purchase. */
  key: z.string(),
  /** Changes with every edit. The confirmation form sends it back: the order is the one that the member read. */
  version: z.string(),
  fields: delivery,
  /** Time of the last input, in ms; undefined in records of releases before 0.3.0. */
  savedAt: z.number().optional(),
});
export type Checkout = z.infer<typeof checkoutSchema>;

/** A checkout whose input was removed. */
export const endedCheckoutSchema = checkoutSchema.pick({ objectId: true, key: true }).extend({
  /** The order is paid; otherwise the input was removed after 30 days. */
  isCaptured: z.boolean(),
});

export type CardPurchase = Purchase & { transactionId: string; clientSecret: string };

/** A purchase whose intent is known, perhaps without its client secret: enough to capture or cancel it. */
export type IntentPurchase = Purchase & { transactionId: string };

export function hasIntent(purchase: Purchase | undefined): purchase is IntentPurchase {
  return purchase?.transactionId !== undefined && (purchase.intentId ?? purchase.clientSecret) !== undefined;
}

export function isCardPurchase(purchase: Purchase | undefined): purchase is CardPurchase {
  return purchase?.transactionId !== undefined && purchase.clientSecret !== undefined;
}

/** Returns the intent's id, from the API's list or the client secret; "" without both. */
export function intentIdOf({ clientSecret = "", intentId }: Purchase): string {
  return intentId ?? clientSecret.split("_secret_")[0] ?? "";
}

/** Maximum difference between the API's clock and ours (docs/purchases.md#when-the-site-says-complete). */
export const CLOCKS_MS = 60_000;
/** Time after which the API has decided a call: it stops calls after 15 s. */
export const DECIDED_AFTER_MS = 15_000 + CLOCKS_MS;

export const DAY_MS = 24 * 60 * 60_000;
/** How long a purchase with an unknown outcome is checked, and a captured one for a refund. */
export const WATCHED_MS = 90 * DAY_MS;

/** Returns whether it is shown wherever the member might buy again: not ended, and not a call without a response. */
export function isShown({ kind, state }: Purchase): boolean {
  return !isEnd(state) && (kind === "balance" || state !== "asked");
}

/** Returns whether only the API knows the result of the call that takes the money. */
export function isLost({ kind, state }: Purchase): boolean {
  return state === "mismatch" || state === "unclear" || (kind === "balance" && state === "asked");
}

export function mayBePaid({ kind, state }: Purchase): boolean {
  return !isEnd(state) && moneyOf(kind, state) !== "not-taken";
}

/** Returns whether the reconciler checks it: its outcome is unknown, or a charge may follow its end. */
export function isWatched(purchase: Purchase, now: number): boolean {
  const { kind, state, lateUntil = 0, needsConfirm = false } = purchase;
  return isInDoubt(kind, state) || (state === "cancelled" && now < lateUntil) || needsConfirm;
}

/** Returns whether a refund or a void can still change it: it was captured 90 days ago at most. */
export function isRefundable({ state, taken, createdAt }: Purchase, now: number): boolean {
  return (state === "captured" || state === "confirming") && now - (taken?.at ?? createdAt) < WATCHED_MS;
}

/** Id of the form that asked for it. */
export const formOf = ({ form, key }: Purchase) => form ?? key;

/** Returns whether its form asks for nothing more: it has ended, or the member has given it up. */
export const isClosed = ({ state }: Purchase) => isEnd(state) || state === "dropped";

/** Returns whether the member knows that it is closed, so that the item's next form asks for another purchase. */
export const isOver = (purchase: Purchase) =>
  isClosed(purchase) && (purchase.told !== undefined || purchase.isPageSeen === true);

export const isDue = (purchase: Purchase, now: number) => isWatched(purchase, now) && purchase.lookAt <= now;

/** Ends a paid purchase whose money was released. @returns false when no money was held or taken */
export function releaseMoney(draft: Purchase, now: number): boolean {
  if (!applyEvent(draft, "void", now)) return false;
  draft.isVoided = true;
  delete draft.taken;
  return true;
}

const FIRST_LOOK_MS = 20_000;
const LONGEST_WAIT_MS = 6 * 60 * 60_000;

/** How long the member is probably still active after starting a purchase. */
const FRESH_MS = 10 * 60_000;

/** Schedules the check after one without a result: every 20 s for 10 minutes, then with backoff up to 6 hours. */
export function scheduleNextCheck(draft: Purchase, now: number): void {
  if (now - draft.createdAt < FRESH_MS) {
    draft.lookAt = now + FIRST_LOOK_MS;
    return;
  }
  draft.lookAt = now + Math.min(FIRST_LOOK_MS * 2 ** Math.min(draft.looks, 20), LONGEST_WAIT_MS);
  draft.looks += 1;
}

/** Applies an event to the draft. @returns false for an event that the state ignores, which changes nothing */
export function applyEvent(draft: Purchase, event: Event, now: number): boolean {
  const state = next(draft.kind, draft.state, event);
  if (state === undefined) return false;
  const before = moneyOf(draft.kind, draft.state);
  Object.assign(draft, { state, changedAt: now });
  if (!isEnd(state)) {
    draft.looks = 0;
    draft.lookAt = now;
    // The member is still active: delay the first check.
    if (state === "submitted") {
      draft.lookAt = now + FIRST_LOOK_MS;
      delete draft.reading;
    }
  } else if (state === "expired" && before === "not-taken") {
    // Nothing was paid, and the member has left: no message.
    tell(draft, now);
  }
  return true;
}

/** Limit of purchases that may be paid and have not ended. At the limit no new purchase starts. */
export const MOST_IN_DOUBT = 50;

/** Returns the cost in whole units of the balance. */
export const costOf = ({ amount }: Purchase) => Math.ceil(amount / 100);

export const isFromBalance = (currency: Purchase["currency"]) => currencyOf(currency) !== undefined;

/** Returns the API's payment method: by card, or from the balance in which the item is priced. */
export function methodOf(currency: Purchase["currency"]): TransactionMethod {
  return currency === "USD" || currency === "SGD" ? "STRIPE" : currency;
}
