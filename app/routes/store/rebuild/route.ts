import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { safeRedirect } from "~/domain/safe-redirect";
import { receiveForm } from "#server/forms/form-spec.server";
import { rebuildLedger } from "#server/purchases/book.server";
import { redirectTo, requireMember } from "#server/session/session.server";

export function loader() {
  return redirect(paths.myPage.ecommerceHistory(), 303);
}

/** Needs no form signature: it does not change a ledger that can be read, and is idempotent. */
export async function action(args: ActionFunctionArgs) {
  const { form } = await receiveForm(args);
  const session = await requireMember(args);
  const result = await rebuildLedger(session);
  await session.flash({ kind: result === "begun" ? "alert" : "success", key: `store:rebuild.${result}` });
  return redirectTo(session, safeRedirect(form.get("redirectTo"), paths.myPage.ecommerceHistory()));
}
