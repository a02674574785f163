import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { addDays, formatLongDate, startOfDay, today } from "~/domain/japan-time";
import { paths } from "~/domain/paths";
import { languageOf } from "~/i18n/i18n.server";
import { deleteAccount } from "#server/api/users.server";
import { apiFailed, failedForm, parseForm } from "#server/forms/form.server";
import { redirectTo, requireMember } from "#server/session/session.server";

/** accounts-and-store.md section 9: signing in within these days cancels the deletion. */
export const DELETION_WINDOW_DAYS = 15;

const schema = z.object({
  confirm: z.literal("on", { errorMap: () => ({ message: "my-page:terminate.confirmMissing" }) }),
});

/** Asks for the deletion, then ends every session of the member; the message follows to home. */
export async function terminateAction(args: ActionFunctionArgs) {
  const session = await requireMember(args);
  const submission = await parseForm(args.request, schema, ["confirm"]);
  if (submission.status !== "success") return failedForm(submission);
  try {
    await deleteAccount(session);
  } catch (error) {
    return apiFailed(submission, error);
  }
  const lastDay = addDays(today(Date.now()), DELETION_WINDOW_DAYS);
  const until = formatLongDate(startOfDay(lastDay), await languageOf(args.request));
  await session.endOthers();
  await session.signOut();
  await session.flash({ kind: "done", key: "my-page:terminate.done", params: { until } });
  return redirectTo(session, paths.home);
}
