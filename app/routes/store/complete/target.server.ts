import { replace } from "@remix-run/node";
import { paths } from "~/domain/paths";
import type { PaymentView } from "~/domain/payment-view";
import { readPayments } from "#server/payments/ledger.server";
import {
  type CardPayment,
  intentIdOf,
  isCardPayment,
  isOpen,
  mayBePaid,
} from "#server/payments/payment.server";
import { viewOf } from "#server/payments/view.server";
import { invalidAccess, type Session } from "#server/session/session.server";

/** What the payment provider appends to the return address. None of it is believed, and none of it stays there. */
const PROVIDER_PARAMETERS = ["payment_intent", "payment_intent_client_secret", "redirect_status"];

export type CompleteTarget =
  { kind: "one"; payment: PaymentView; isDone: boolean } | { kind: "several"; payments: PaymentView[] };

/**
 * Which payment the address is about: `?transaction=`, or on the way back from the provider the intent, or else
 * whatever the member has not finished.
 *
 * @throws the redirect to the address without the provider's parameters, or "Invalid Access" when it is about no
 * payment of this member
 */
export async function completeTarget(session: Session, url: URL): Promise<CompleteTarget> {
  const payments = await readPayments(session);
  const intentId = url.searchParams.get("payment_intent");
  if (PROVIDER_PARAMETERS.some((name) => url.searchParams.has(name))) {
    const returned = payments.find(
      (payment): payment is CardPayment => isCardPayment(payment) && intentIdOf(payment) === intentId,
    );
    if (!returned) return invalidAccess(session);
    throw replace(paths.store.complete({ transaction: returned.transactionId }));
  }

  const transactionId = url.searchParams.get("transaction");
  if (transactionId !== null) {
    const payment = payments.find((each) => each.transactionId === transactionId);
    if (!isCardPayment(payment)) return invalidAccess(session);
    return { kind: "one", payment: viewOf(payment), isDone: payment.state === "captured" };
  }

  const open = payments.filter(isOpen);
  // Without a hint, what may be paid matters more than what was only begun.
  const candidates = open.some(mayBePaid) ? open.filter(mayBePaid) : open;
  const [only, ...others] = candidates;
  if (!only) return invalidAccess(session);
  if (others.length === 0) throw replace(paths.store.complete({ transaction: only.transactionId }));
  return { kind: "several", payments: candidates.map(viewOf) };
}
