import { type ActionFunctionArgs, json } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { readForm } from "#server/forms/form.server";
import { capturePayment, dropPayment, findPayment, refreshBalances } from "#server/payments/capture.server";
import { invalidAccess, redirectTo, requireMember, type Session } from "#server/session/session.server";

/** The API says that there is nothing to capture (yet). */
export interface CompleteAnswer {
  notPaid: true;
}

/**
 * Finishes a payment ("capture"), or gives one up ("drop"). Both work for the member's own payments only, and both
 * are safe to submit twice.
 */
export async function completeAction(args: ActionFunctionArgs) {
  const session = await requireMember(args);
  const form = await readForm(args.request);
  const transactionId = String(form.get("transactionId") ?? "");
  if (!(await findPayment(session, transactionId))) return invalidAccess(session);
  if (form.get("intent") === "drop") return drop(session, transactionId);

  const outcome = await capturePayment(session, transactionId, {
    seenPaid: form.get("seen") === "succeeded",
  });
  switch (outcome.kind) {
    case "captured":
      return toHistory(session, outcome.payment.name, outcome.isNew);
    case "notPaid":
      return json<CompleteAnswer>({ notPaid: true }, { status: 409 });
    case "interrupted":
      await session.flash({ kind: "alert", key: "store:done.interrupted" });
      return redirectTo(session, paths.support.inquiryWith({ typeCode: "PURCHASE_REFUND", transactionId }));
    case "foreign":
      return invalidAccess(session);
  }
}

async function toHistory(session: Session, name: string, isNew: boolean) {
  if (isNew) await refreshBalances(session);
  await session.flash(
    isNew
      ? { kind: "success", key: "store:done.paid", params: { name } }
      : { kind: "info", key: "store:done.already" },
  );
  return redirectTo(session, paths.myPage.history());
}

async function drop(session: Session, transactionId: string) {
  const result = await dropPayment(session, transactionId);
  switch (result) {
    case "captured":
      return toHistory(session, (await findPayment(session, transactionId))?.name ?? "", true);
    case "dropped":
      await session.flash({ kind: "info", key: "store:done.dropped" });
      return redirectTo(session, paths.store.products());
    case "kept":
      await session.flash({ kind: "error", key: "store:done.notDropped" });
      return redirectTo(session, paths.store.complete({ transaction: transactionId }));
  }
}
