import type { PaymentType } from "#server/wire/store";

/**
 * Where a purchase stands, as far as this site knows.
 *
 * - `creating`: a balance is being charged; left behind only when the process died meanwhile
 * - `created`: the intent exists, no card was sent to it: nothing can have been taken
 * - `submitted`: a card may have been charged
 * - `interrupted`: the card was charged, the capture failed three times
 * - `captured`: done
 * - `unknown`: a balance may have been charged, the answer was lost
 * - `dropped`: given up by the member; kept for a day, because another tab may be paying it at this moment
 */
export type PaymentState =
  "creating" | "created" | "submitted" | "interrupted" | "captured" | "unknown" | "dropped";

/** A purchase that the member has begun. */
export interface Payment {
  /** The one-time token of the form that began it. */
  token: string;
  objectId: number;
  name: string;
  quantity: number;
  /** Of the whole purchase, in hundredths. */
  amount: number;
  currency: PaymentType;
  state: PaymentState;
  /** From the product API; missing while `creating`, and for good when `unknown`. */
  transactionId?: string;
  /** Of the card intent, "pi_…_secret_…"; missing when a balance pays. */
  clientSecret?: string;
  /** Milliseconds since 1970. */
  changedAt: number;
}

/** A payment by card that has its intent. */
export type CardPayment = Payment & { transactionId: string; clientSecret: string };

export function isCardPayment(payment: Payment | undefined): payment is CardPayment {
  return payment?.transactionId !== undefined && payment.clientSecret !== undefined;
}

/** Not finished: shown to the member until it is. */
export function isOpen(payment: Payment): payment is CardPayment {
  return isCardPayment(payment) && payment.state !== "captured" && payment.state !== "dropped";
}

/** Money may have been taken for it: it must not be forgotten, whatever happens. */
export function mayBePaid({ state }: Payment): boolean {
  return state === "submitted" || state === "interrupted";
}

/** The intent's id, which is the part of the client secret before "_secret_". */
export function intentIdOf({ clientSecret }: CardPayment): string {
  return clientSecret.split("_secret_")[0] ?? clientSecret;
}

const DAY_MS = 24 * 60 * 60_000;
/** How many payments are kept besides those that may be paid; an older form's token is of no use. */
const MOST_OTHERS = 40;
/** More unfinished payments than anybody has; with as many that may be paid, no other is begun. */
export const MOST_OPEN = 20;

/**
 * The payments worth keeping: all that may have taken money, and of the others those of the last day, the
 * newest ones. The captured ones stay so long because their form may be sent again (reload, back button).
 */
export function pruned(payments: readonly Payment[], now: number): Payment[] {
  const others = payments
    .filter((payment) => !mayBePaid(payment) && now - payment.changedAt < DAY_MS)
    .sort((a, b) => b.changedAt - a.changedAt)
    .slice(0, MOST_OTHERS);
  return payments.filter((payment) => mayBePaid(payment) || others.includes(payment));
}
