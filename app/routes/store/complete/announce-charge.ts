import { type ActionFunctionArgs, json } from "@remix-run/node";
import { receiveForm } from "#server/forms/form-spec.server";
import { readKey } from "#server/purchases/keys.server";
import { markSubmitted } from "#server/purchases/member-actions.server";
import { expectPurchases } from "#server/purchases/outcomes.server";
import { requireMember } from "#server/session/session.server";

/**
 * Marks a purchase as submitted, before the page sends the card (app/components/payment/use-card-form.ts): from
 * then on the purchase is kept. It needs no form signature: it only finds purchases in the member's own ledger.
 */
export async function action(args: ActionFunctionArgs) {
  const { form } = await receiveForm(args);
  const session = await requireMember(args);
  const key = readKey(form.get("purchase"));
  await expectPurchases(session);
  const state = key ? await markSubmitted(session, key) : "gone";
  return json({ state }, { headers: { "Cache-Control": "no-store" } });
}
