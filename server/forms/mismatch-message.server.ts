import type { StaleReason } from "~/domain/form-answer";
import { withParams } from "~/domain/message-codes";
import { memberName } from "~/domain/member-name";
import type { Session } from "#server/session/session.server";

/** Returns the message key (with parameters) of a stale form, for responses that are not the form's page. */
export function mismatchMessage(reason: StaleReason, { user }: Session, lng: string): string {
  if (reason !== "member") return `common:form.stale.${reason}`;
  if (!user) return "common:form.stale.signedOut";
  return withParams("common:form.stale.member", { name: memberName(user, lng) ?? user.email });
}
