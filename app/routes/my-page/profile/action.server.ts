import type { ActionFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { changePassword, updateProfile } from "#server/api/users.server";
import { readSent } from "#server/forms/define-form.server";
import { securityEvent } from "#server/observe/security.server";
import { namesForm, passwordForm } from "./forms.server";

/** The two forms of the profile, told apart by their button. */
export async function profileAction(args: ActionFunctionArgs) {
  const sent = await readSent(args);
  if (sent.intent === "password") {
    return passwordForm.take(sent, async ({ session, value, done }) => {
      const { oldPassword, newPassword } = value;
      await changePassword(session, { oldPassword, newPassword });
      securityEvent("password-changed", { member: session.user?.id });
      await session.endOthers();
      return done(paths.myPage.profile, { kind: "success", key: "my-page:password.changed" });
    });
  }
  return namesForm.take(sent, async ({ session, value, done }) => {
    const { firstName, lastName } = value;
    if (firstName === session.user?.firstName && lastName === session.user?.lastName) {
      return done(paths.myPage.profile, { kind: "info", key: "my-page:profile.unchanged" });
    }
    await updateProfile(session, { firstName, lastName });
    await session.setUser({ firstName, lastName });
    return done(paths.myPage.profile, { kind: "success", key: "my-page:profile.saved" });
  });
}
