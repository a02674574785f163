import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { addDays } from "~/domain/calendar";
import { formatLongDate, startOfDay, today } from "~/domain/japan-time";
import { withParams } from "~/domain/message-codes";
import { formatCount } from "~/domain/money";
import { paths } from "~/domain/paths";
import { languageOf } from "~/i18n/i18n.server";
import type { Language } from "~/i18n/languages";
import { callApi } from "#server/api/api.server";
import { defineForm } from "#server/forms/define-form.server";
import { receiveForm } from "#server/forms/form-spec.server";
import { ifReadable, knownInDoubt, purchasesInDoubt } from "#server/purchases/outcomes.server";
import type { Purchase } from "#server/purchases/purchase.server";
import * as clock from "#server/runtime/clock.server";
import type { Session } from "#server/session/session.server";

export const terminateForm = defineForm({
  name: "terminate",
  who: "member",
  schema: z.object({
    confirm: z.literal("on", { errorMap: () => ({ message: "my-page:terminate.confirmMissing" }) }),
  }),
  fields: ["confirm"],
  consents: ["confirm"],
  endsSessions: true,
});

/** accounts-and-store.md section 9: signing in within these days cancels the deletion. */
export const DELETION_WINDOW_DAYS = 15;

export const lastDayIn = (lng: Language): string =>
  formatLongDate(startOfDay(addDays(today(clock.now()), DELETION_WINDOW_DAYS)), lng);

/**
 * Returns the message key of the reason why the account cannot be deleted. A purchase that is paid but not finished
 * is named, because it would be lost.
 *
 * @param open purchases in doubt; undefined if the member's record cannot be read
 * @param general message key for the others
 */
function reasonOf(open: readonly Purchase[] | undefined, general: string): string {
  if (!open) return "errors:ledger.unreadable";
  const paid = open.find(({ state }) => state === "paid" || state === "confirming");
  if (!paid) return general;
  return withParams("my-page:terminate.openPaid", { name: paid.name, quantity: formatCount(paid.quantity) });
}

/** Returns what the page says before the form is submitted; null if no purchase is known to be open. */
export async function knownReason(session: Session): Promise<string | null> {
  const open = await ifReadable(() => knownInDoubt(session));
  return open?.length === 0 ? null : reasonOf(open, "my-page:terminate.openBefore");
}

export async function terminateAction(args: ActionFunctionArgs) {
  return terminateForm.handle(await receiveForm(args), async ({ session, done, failed }) => {
    // Open payments are settled first: afterwards the member could only access them by signing in, which cancels the
    // deletion.
    const open = await ifReadable(() => purchasesInDoubt(session));
    if (open?.length !== 0) {
      const reason = reasonOf(open, "my-page:terminate.openPurchases");
      return failed(
        { formErrors: ["my-page:terminate.openTitle", reason], status: open ? 409 : 503 },
        { hasOpen: true },
      );
    }
    await callApi("deleteAccount", { tokens: session });
    const until = lastDayIn(await languageOf(args));
    await session.endOthers("closed");
    await session.signOut();
    return done(paths.home, { kind: "done", key: "my-page:terminate.done", params: { until } });
  });
}
