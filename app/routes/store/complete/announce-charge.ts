import { type ActionFunctionArgs, json } from "@remix-run/node";
import { readSent } from "#server/forms/form-spec.server";
import { readKey } from "#server/purchases/keys.server";
import { markSubmitted } from "#server/purchases/member-actions.server";
import { expectPurchases } from "#server/purchases/outcomes.server";
import { requireMember } from "#server/session/session.server";

/**
 * The page says that a card is about to be sent (app/components/payment/announce-charge.ts): from now on the purchase
 * stays. No form of a page, so it needs no stamp: a purchase is found in its own member's ledger only.
 */
export async function action(args: ActionFunctionArgs) {
  const { form } = await readSent(args);
  const session = await requireMember(args);
  const key = readKey(form.get("purchase"));
  await expectPurchases(session);
  const state = key ? await markSubmitted(session, key) : "gone";
  return json({ state }, { headers: { "Cache-Control": "no-store" } });
}
