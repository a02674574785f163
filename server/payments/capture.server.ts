import { setTimeout as pause } from "node:timers/promises";
import { capture } from "#server/api/store.server";
import { getProfile } from "#server/api/users.server";
import { ApiError } from "#server/errors/api-error";
import { log } from "#server/observe/log.server";
import type { Session } from "#server/session/session.server";
import { Code } from "#server/wire/codes";
import { changePayment, changePayments, readPayments } from "./ledger.server";
import { type CardPayment, intentIdOf, isCardPayment, isOpen, type Payment } from "./payment.server";

export type CaptureOutcome =
  | { kind: "captured"; payment: Payment; isNew: boolean }
  /** The API says that the intent is not paid (yet). */
  | { kind: "notPaid"; payment: CardPayment }
  /** PAYMENT_INTERRUPTED: the payment stays open, so that it can be captured later. */
  | { kind: "interrupted"; payment: CardPayment }
  /** Not one of the member's payments. */
  | { kind: "foreign" };

/** payment.md: "tried again three times with a pause". Milliseconds before each try. */
const PAUSES_MS = [0, 300, 900] as const;

/** The member's payment with this transaction id; undefined when it is nobody's or somebody else's. */
export async function findPayment(session: Session, transactionId: string): Promise<Payment | undefined> {
  return (await readPayments(session)).find((payment) => payment.transactionId === transactionId);
}

/** The member's payments that wait to be finished, oldest first. */
export async function openPayments(session: Session): Promise<CardPayment[]> {
  return (await readPayments(session)).filter(isOpen);
}

/**
 * Captures a payment of the member, once: under a lock, and not again when it is done.
 *
 * @param seenPaid the browser has read the intent as succeeded; decides between "notPaid" and "interrupted" when
 * the API says otherwise
 * @throws StoreUnavailable, also when another request is capturing for longer than 12 s
 * @throws ApiError 401 when the session has ended; the payment stays
 */
export async function capturePayment(
  session: Session,
  transactionId: string,
  { seenPaid }: { seenPaid: boolean },
): Promise<CaptureOutcome> {
  return session.exclusively(`capture:${transactionId}`, async () => {
    const payment = await findPayment(session, transactionId);
    if (payment?.state === "captured") return { kind: "captured", payment, isNew: false } as const;
    if (!isCardPayment(payment)) return { kind: "foreign" } as const;
    const result = await tryToCapture(session, payment);
    if (result === "captured") {
      await changePayment(session, payment.token, { state: "captured" });
      log.info({ transactionId }, "payment captured");
      return { kind: "captured", payment, isNew: true } as const;
    }
    if (result === "notPaid" && !seenPaid) return { kind: "notPaid", payment } as const;
    await changePayment(session, payment.token, { state: "interrupted" });
    log.error({ transactionId, objectId: payment.objectId }, "payment interrupted: paid, but not captured");
    return { kind: "interrupted", payment } as const;
  });
}

async function tryToCapture(
  session: Session,
  payment: CardPayment,
): Promise<"captured" | "notPaid" | "failed"> {
  let notPaid = false;
  for (const wait of PAUSES_MS) {
    if (wait > 0) await pause(wait);
    try {
      await captureOnce(session, payment);
      return "captured";
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 401) throw error;
      notPaid = error.code === Code.STORE_NOT_PAID;
      log.warn(
        { transactionId: payment.transactionId, code: error.code, kind: error.kind },
        "capture failed",
      );
    }
  }
  return notPaid ? "notPaid" : "failed";
}

function captureOnce(session: Session, payment: CardPayment) {
  return capture(session, {
    transactionMethod: "STRIPE",
    transactionId: payment.transactionId,
    externalTransactionId: intentIdOf(payment),
  });
}

/**
 * Notes that the browser is about to send a card, before it does: from then on the payment is never forgotten.
 * "gone" when it is not the member's or not open any more; "captured" when another tab has finished it.
 */
export async function markSubmitted(
  session: Session,
  transactionId: string,
): Promise<"submitted" | "captured" | "gone"> {
  let answer: "submitted" | "captured" | "gone" = "gone";
  await changePayments(session, (draft) => {
    const payment = draft.find((each) => each.transactionId === transactionId);
    if (!isCardPayment(payment)) answer = "gone";
    else if (payment.state === "captured") answer = "captured";
    else if (payment.state !== "dropped") {
      answer = "submitted";
      if (payment.state === "created") Object.assign(payment, { state: "submitted", changedAt: Date.now() });
    }
  });
  return answer;
}

/**
 * Gives up an unfinished payment at the member's wish. When a card was sent to it, the API is asked to capture it
 * first: only when the API says that there is nothing to capture is it given up.
 *
 * @returns "captured" when it turned out to be paid, "kept" when nobody can tell
 */
export async function dropPayment(
  session: Session,
  transactionId: string,
): Promise<"dropped" | "captured" | "kept"> {
  return session.exclusively(`capture:${transactionId}`, async () => {
    const payment = await findPayment(session, transactionId);
    if (payment?.state === "captured") return "captured" as const;
    if (isCardPayment(payment) && payment.state !== "created") {
      try {
        await captureOnce(session, payment);
        await changePayment(session, payment.token, { state: "captured" });
        return "captured" as const;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code !== Code.STORE_NOT_PAID) return "kept" as const;
      }
    }
    if (payment) await changePayment(session, payment.token, { state: "dropped" });
    return "dropped" as const;
  });
}

/**
 * Reads the member's balances again after a purchase. A failure only leaves old figures in the header until the
 * next sign-in or profile visit, so it is noted and not shown.
 */
export async function refreshBalances(session: Session): Promise<void> {
  try {
    const { pointAmount, soriaAmount, soriaPlusAmount } = await getProfile(session);
    await session.setUser({ pointAmount, soriaAmount, soriaPlusAmount });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    log.warn({ call: error.call, kind: error.kind }, "balances could not be read again after a purchase");
  }
}
