import { type ActionFunctionArgs, json } from "@remix-run/node";
import { readForm } from "#server/forms/form.server";
import { markSubmitted } from "#server/payments/capture.server";
import { requireMember } from "#server/session/session.server";

/** The page says that a card is about to be sent (app/components/payment/begin.ts): from now on the payment stays. */
export async function action(args: ActionFunctionArgs) {
  const session = await requireMember(args);
  const form = await readForm(args.request);
  const state = await markSubmitted(session, String(form.get("transactionId")));
  return json({ state }, { headers: { "Cache-Control": "no-store" } });
}
