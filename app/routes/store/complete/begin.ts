import { type ActionFunctionArgs, json } from "@remix-run/node";
import { readForm } from "#server/forms/form.server";
import { readKey } from "#server/purchases/ledger.server";
import { markSubmitted } from "#server/purchases/member-actions.server";
import { expectPurchases } from "#server/purchases/outcomes.server";
import { requireMember } from "#server/session/session.server";

/** The page says that a card is about to be sent (app/components/payment/begin.ts): from now on the purchase stays. */
export async function action(args: ActionFunctionArgs) {
  const session = await requireMember(args);
  const key = readKey((await readForm(args.request)).get("purchase"));
  await expectPurchases(session);
  const state = key ? await markSubmitted(session, key) : "gone";
  return json({ state }, { headers: { "Cache-Control": "no-store" } });
}
