import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { safeRedirect } from "~/domain/safe-redirect";
import { readSent } from "#server/forms/form-spec.server";
import { rebuildLedger } from "#server/purchases/rebuild.server";
import { redirectTo, requireMember } from "#server/session/session.server";

/** A visit by address does nothing: rebuilding is a form. */
export function loader() {
  return redirect(paths.myPage.ecommerceHistory(), 303);
}

/**
 * Rebuilds the member's record of purchases, where it cannot be read, from the API's list. No form of a page, so it needs
 * no stamp: it does nothing to a record that can be read, and twice is once.
 */
export async function action(args: ActionFunctionArgs) {
  const { form } = await readSent(args);
  const session = await requireMember(args);
  const result = await rebuildLedger(session);
  await session.flash({ kind: result === "begun" ? "alert" : "success", key: `store:rebuild.${result}` });
  return redirectTo(session, safeRedirect(form.get("redirectTo"), paths.myPage.ecommerceHistory()));
}
