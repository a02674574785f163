import type { ActionFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { changePassword, updateProfile } from "#server/api/users.server";
import { ApiError } from "#server/errors/api-error";
import { securityEvent } from "#server/observe/security.server";
import { Code } from "#server/wire/codes";
import { apiFailed, failedForm, parseFields, readForm, tooManyRequests } from "#server/forms/form.server";
import { limit } from "#server/request/rate-limit.server";
import { redirectTo, requireMember, type Session } from "#server/session/session.server";
import { namesFields, namesSchema, passwordFields, passwordSchema } from "./profile.schema.server";

/** The two forms of the profile, told apart by their button. */
export async function profileAction(args: ActionFunctionArgs) {
  const session = await requireMember(args);
  const form = await readForm(args.request);
  return form.get("intent") === "password" ? savePassword(args, session, form) : saveNames(session, form);
}

async function saveNames(session: Session, form: FormData) {
  const submission = parseFields(form, namesSchema, namesFields);
  if (submission.status !== "success") return failedForm(submission);
  const { firstName, lastName } = submission.value;
  if (firstName === session.user?.firstName && lastName === session.user?.lastName) {
    await session.flash({ kind: "info", key: "my-page:profile.unchanged" });
    return redirectTo(session, paths.myPage.profile);
  }
  try {
    await updateProfile(session, { firstName, lastName });
  } catch (error) {
    return apiFailed(submission, error);
  }
  await session.setUser({ firstName, lastName });
  await session.flash({ kind: "success", key: "my-page:profile.saved" });
  return redirectTo(session, paths.myPage.profile);
}

async function savePassword(args: ActionFunctionArgs, session: Session, form: FormData) {
  const submission = parseFields(form, passwordSchema, passwordFields);
  if (submission.status !== "success") return failedForm(submission);
  const { oldPassword, newPassword } = submission.value;
  const allowed = await limit(args, "change-password", { member: session.user?.id });
  if (!allowed.ok) return tooManyRequests(submission, allowed.retryAfterSeconds);
  try {
    await changePassword(session, { oldPassword, newPassword });
  } catch (error) {
    if (!isWrongPassword(error)) return apiFailed(submission, error);
    await session.flash({ kind: "error", key: "errors:code.oldPassword" });
    return failedForm(submission, { fieldErrors: { oldPassword: ["errors:code.oldPassword"] } });
  }
  securityEvent("password-changed", { member: session.user?.id });
  await session.endOthers();
  await session.flash({ kind: "success", key: "my-page:password.changed" });
  return redirectTo(session, paths.myPage.profile);
}

/** An old password that is wrong: 1115 or 1203 (docs/decisions/0005). */
function isWrongPassword(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.code === Code.USER_INVALID_PASSWORD || error.code === Code.PASSWORD_INVALID)
  );
}
