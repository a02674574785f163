import type { StaleReason } from "~/domain/form-answer";
import { withParams } from "~/domain/message-codes";
import { memberName } from "~/domain/member-name";
import type { Session } from "#server/session/session.server";

/** Why something was not done, as a message key with its parameters: for answers that are no page of a form. */
export function mismatchMessage(reason: StaleReason, { user }: Session, lng: string): string {
  if (reason !== "member") return `common:form.stale.${reason}`;
  if (!user) return "common:form.stale.signedOut";
  return withParams("common:form.stale.member", { name: memberName(user, lng) ?? user.email });
}
