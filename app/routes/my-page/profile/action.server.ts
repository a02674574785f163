import type { ActionFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { changePassword, updateProfile } from "#server/api/users.server";
import { receiveForm } from "#server/forms/form-spec.server";
import { securityEvent } from "#server/observe/security.server";
import { namesForm, OTHERS, passwordForm, sessionsForm } from "./forms.server";

export async function profileAction(args: ActionFunctionArgs) {
  const sent = await receiveForm(args);
  if (sent.intent === "password") {
    return passwordForm.handle(sent, async ({ session, value, done }) => {
      const { oldPassword, newPassword } = value;
      await changePassword(session, { oldPassword, newPassword });
      securityEvent("password-changed", { member: session.user?.id });
      await session.endOthers("password");
      return done(paths.myPage.profile, { kind: "success", key: "my-page:password.changed" });
    });
  }
  if (sent.intent === "sessions") {
    return sessionsForm.handle(sent, async ({ session, value, done }) => {
      if (value.session === OTHERS) {
        const count = await session.endOthers("elsewhere");
        return done(
          paths.myPage.profile,
          count > 0
            ? { kind: "success", key: "my-page:sessions.endedOthers", params: { count } }
            : { kind: "info", key: "my-page:sessions.only" },
        );
      }
      // If the session has ended already, the member's goal is reached.
      return done(
        paths.myPage.profile,
        (await session.endOther(value.session))
          ? { kind: "success", key: "my-page:sessions.endedOne" }
          : { kind: "info", key: "my-page:sessions.endedAlready" },
      );
    });
  }
  return namesForm.handle(sent, async ({ session, value, done }) => {
    const { firstName, lastName } = value;
    if (firstName === session.user?.firstName && lastName === session.user?.lastName) {
      return done(paths.myPage.profile, { kind: "info", key: "my-page:profile.unchanged" });
    }
    await updateProfile(session, { firstName, lastName });
    await session.setUser({ firstName, lastName });
    return done(paths.myPage.profile, { kind: "success", key: "my-page:profile.saved" });
  });
}
