import type { ActionFunctionArgs } from "@remix-run/node";
import { addDays } from "~/domain/calendar";
import { formatLongDate, startOfDay, today } from "~/domain/japan-time";
import { withParams } from "~/domain/message-codes";
import { formatCount } from "~/domain/money";
import { paths } from "~/domain/paths";
import { outcomes, statusOf } from "~/domain/purchase-status";
import { languageOf } from "~/i18n/i18n.server";
import type { Language } from "~/i18n/languages";
import { callApi } from "#server/api/api.server";
import { ApiError } from "#server/errors/api-error";
import { receiveForm } from "#server/forms/form-spec.server";
import { closeLedger, DELETION_WINDOW_DAYS } from "#server/purchases/ledger-life.server";
import { ownerOfSession, readPurchases } from "#server/purchases/ledger.server";
import { drop } from "#server/purchases/member-actions.server";
import { ifReadable, openPurchases, summaryOf } from "#server/purchases/outcomes.server";
import { isShown, type Purchase } from "#server/purchases/purchase.server";
import * as clock from "#server/runtime/clock.server";
import { removeCalendarAddress } from "#server/session/calendar-address.server";
import type { Session } from "#server/session/session.server";
import { forgetSignIns } from "#server/session/sign-ins.server";
import { Code } from "#server/wire/codes";
import { terminateForm } from "./form.server";

export const lastDayIn = (lng: Language): string =>
  formatLongDate(startOfDay(addDays(today(clock.now()), DELETION_WINDOW_DAYS)), lng);

const closingOf = (purchase: Purchase) => outcomes[statusOf(summaryOf(purchase))].closing;

const named = (key: string, { name, quantity }: Purchase) =>
  withParams(key, { name, quantity: formatCount(quantity) });

/**
 * Returns the message key of the reason why the account cannot be deleted. A purchase that is paid but not finished
 * is named, because it would be lost.
 *
 * @param blocking purchases in doubt; undefined if the member's record cannot be read
 * @param general message key for the others
 */
function reasonOf(blocking: readonly Purchase[] | undefined, general: string): string {
  if (!blocking) return "errors:ledger.unreadable";
  const paid = blocking.find(({ state }) => state === "paid" || state === "confirming");
  return paid ? named("my-page:terminate.openPaid", paid) : general;
}

/**
 * Returns what the page says before the form is submitted, as message keys: `open`, why the account cannot be closed;
 * else `unpaid`, what is cancelled with it. Null without such a purchase, from the record alone.
 */
export async function knownNotice(session: Session) {
  const purchases = await ifReadable(() => readPurchases(ownerOfSession(session)));
  const blocking = purchases?.filter((each) => closingOf(each) === "blocks");
  if (blocking?.length !== 0)
    return { open: reasonOf(blocking, "my-page:terminate.openBefore"), unpaid: null };
  const [unpaid] = purchases?.filter((each) => isShown(each) && closingOf(each) === "warns") ?? [];
  return { open: null, unpaid: unpaid ? named("my-page:terminate.unpaid", unpaid) : null };
}

/** Cancels what nothing was paid for, and returns what keeps the account open. */
async function settleAll(session: Session): Promise<Purchase[]> {
  for (const { key } of (await openPurchases(session)).filter((each) => closingOf(each) === "warns"))
    await drop(session, key);
  const left = await readPurchases(ownerOfSession(session));
  return left.filter((each) => closingOf(each) === "blocks");
}

export async function terminateAction(args: ActionFunctionArgs) {
  return terminateForm.handle(await receiveForm(args), async ({ session, done, failed }) => {
    // Open payments are settled first: afterwards the member could only access them by signing in, which cancels the
    // deletion.
    const open = await ifReadable(() => settleAll(session));
    if (open?.length !== 0) {
      const reason = reasonOf(open, "my-page:terminate.openPurchases");
      return failed(
        { formErrors: ["my-page:terminate.openTitle", reason], status: open ? 409 : 503 },
        { hasOpen: true },
      );
    }
    const owner = ownerOfSession(session);
    await callApi("deleteAccount", { tokens: session }).catch((error: unknown) => {
      // Requested before, for example by a submission whose response was lost.
      if (!(error instanceof ApiError) || error.code !== Code.USER_ALREADY_DELETED) throw error;
    });
    const until = lastDayIn(await languageOf(args));
    await session.endOthers("closed");
    await session.signOut();
    await Promise.all([closeLedger(owner), forgetSignIns(owner), removeCalendarAddress(owner)]);
    return done(paths.home, { kind: "done", key: "my-page:terminate.done", params: { until } });
  });
}
