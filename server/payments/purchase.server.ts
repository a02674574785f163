import { randomUUID } from "node:crypto";
import { totalHundredths } from "~/domain/money";
import { currencyOf } from "~/domain/currencies";
import { purchase } from "#server/api/store.server";
import { ApiError } from "#server/errors/api-error";
import { Code } from "#server/wire/codes";
import { log } from "#server/observe/log.server";
import type { Session } from "#server/session/session.server";
import { insufficientData, type InsufficientData, type StoreObject } from "#server/wire/store";
import { changePayment, changePayments, readPayments } from "./ledger.server";
import {
  type CardPayment,
  isCardPayment,
  isOpen,
  mayBePaid,
  MOST_OPEN,
  type Payment,
} from "./payment.server";

export type PurchaseOutcome =
  /** The card can be entered. `isNew` is false when the payment was begun by another form. */
  | { kind: "open"; payment: CardPayment; isNew: boolean }
  /** A balance has paid, or this form has been finished before. */
  | { kind: "done"; payment: Payment; isNew: boolean }
  /** A balance may have been charged: only the history can tell. */
  | { kind: "unknown" }
  | { kind: "tooManyOpen" };

/**
 * The token of a purchase's form as it may come back from a browser; a new one for anything else. Not the
 * token of `onlyOnce` (form-token.server.ts): this one is kept with the payment.
 */
export function readPurchaseToken(raw: unknown): string {
  return typeof raw === "string" && /^[\w-]{8,64}$/.test(raw) ? raw : newPurchaseToken();
}

/** A fresh token for a purchase's form that is about to be shown. */
export function newPurchaseToken(): string {
  return randomUUID();
}

/**
 * Begins a purchase: one payment per member, item and quantity, however often and from wherever the form comes
 * (payment.md, point 2). An item priced in soria, soria-plus or point is paid by this call.
 *
 * @param quantity a whole number from 1 on; the amount is the API's price times this
 * @throws ApiError as the purchase call; nothing is open or charged then, except for a balance whose answer was
 * lost, which is the outcome "unknown"
 * @throws RangeError when the amount is not a positive safe integer
 */
export async function beginPurchase(
  session: Session,
  { item, quantity, token }: { item: StoreObject; quantity: number; token: string },
): Promise<PurchaseOutcome> {
  const amount = totalHundredths(item.sale_amount, quantity);
  if (amount === undefined || amount === 0) throw new RangeError("This purchase has no amount");
  const isByCard = currencyOf(item.payment_type) === undefined;
  const wanted = {
    // A form whose card dialog was closed may be sent again with another quantity, or after a change of the price:
    // that is another payment. A balance is charged at once, so its form is used up whatever it says.
    token: isByCard ? `${token}:${item.id}:${quantity}:${amount}` : token,
    objectId: item.id,
    name: item.name,
    quantity,
    amount,
    currency: item.payment_type,
  };
  return session.exclusively("purchase", async () => {
    const payments = await readPayments(session);
    // The form of a payment that was given up begins another one.
    if (payments.some((each) => each.token === wanted.token && each.state === "dropped"))
      wanted.token = newPurchaseToken();
    const known = knownOutcome(payments, wanted);
    if (known) return known;
    if (payments.filter(mayBePaid).length >= MOST_OPEN) return { kind: "tooManyOpen" } as const;
    return isByCard ? createCardPayment(session, wanted, token) : payFromBalance(session, wanted);
  });
}

type Wanted = Omit<Payment, "state" | "changedAt">;

function knownOutcome(payments: readonly Payment[], wanted: Wanted): PurchaseOutcome | undefined {
  const same = payments.find(({ token }) => token === wanted.token);
  if (same?.state === "captured") return { kind: "done", payment: same, isNew: false };
  if (same && isOpen(same)) return { kind: "open", payment: same, isNew: true };
  // The purchase lock is ours, so whoever left it in "creating" is gone.
  if (same) return { kind: "unknown" };
  const begun = payments.find(
    (payment): payment is CardPayment =>
      isOpen(payment) &&
      payment.objectId === wanted.objectId &&
      payment.quantity === wanted.quantity &&
      // An unpaid payment at an old price is of no use to anyone; one that may be paid is what it is.
      (mayBePaid(payment) || (payment.amount === wanted.amount && payment.currency === wanted.currency)),
  );
  return begun && { kind: "open", payment: begun, isNew: false };
}

async function createCardPayment(
  session: Session,
  wanted: Wanted,
  formToken: string,
): Promise<PurchaseOutcome> {
  const { objectId, quantity } = wanted;
  const created = await purchase(session, { transactionMethod: "STRIPE", objectId, quantity });
  const payment: Payment = {
    ...wanted,
    state: "created",
    transactionId: created.transactionId,
    ...(created.clientSecret !== undefined && { clientSecret: created.clientSecret }),
    changedAt: Date.now(),
  };
  if (!isCardPayment(payment)) throw ApiError.shape("POST /store/products/purchase", "clientSecret: missing");
  await changePayments(session, (draft) => {
    // What the same form began before, and sent no card to, is not wanted any more.
    for (const each of draft) {
      if (each.state === "created" && each.token.startsWith(`${formToken}:`)) each.state = "dropped";
    }
    draft.push(payment);
  });
  return { kind: "open", payment, isNew: true };
}

async function payFromBalance(session: Session, wanted: Wanted): Promise<PurchaseOutcome> {
  const { objectId, quantity, token } = wanted;
  // Written before the call: a process that dies during it leaves a trace, and the form cannot charge again.
  await changePayments(session, (draft) => {
    draft.push({ ...wanted, state: "creating", changedAt: Date.now() });
  });
  try {
    const { transactionId } = await purchase(session, { objectId, quantity });
    await changePayment(session, token, { state: "captured", transactionId });
    return { kind: "done", payment: { ...wanted, state: "captured", changedAt: Date.now() }, isNew: true };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.kind === "business" || error.status === 401) {
      // Refused, so nothing was taken: the same form may be sent again.
      await changePayments(session, (draft) => {
        const index = draft.findIndex((each) => each.token === token);
        if (index !== -1) draft.splice(index, 1);
      });
      throw error;
    }
    log.warn({ call: error.call, objectId, quantity }, "the answer to a purchase from a balance was lost");
    await changePayment(session, token, { state: "unknown" });
    return { kind: "unknown" };
  }
}

/** How much is missing, from a purchase that was refused for too little balance; undefined for any other error. */
export function shortageOf(error: ApiError): InsufficientData | undefined {
  const codes: (number | undefined)[] = [
    Code.INSUFFICIENT_POINT,
    Code.INSUFFICIENT_SORIA,
    Code.INSUFFICIENT_SORIA_PLUS,
  ];
  if (!codes.includes(error.code)) return undefined;
  const data = insufficientData.safeParse(error.data);
  return data.success ? data.data : undefined;
}

/** The API found the quantity out of reach (10001): more than it sells at once. */
export function isQuantityRefused(error: ApiError): boolean {
  return error.code === Code.STORE_INVALID_QUANTITY;
}
