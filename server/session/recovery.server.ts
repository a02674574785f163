import { codeTimes, resendWait } from "~/domain/auth-code";
import { MAX_EMAIL } from "~/domain/email-rules";
import { formatTime } from "~/domain/japan-time";
import { cut, line } from "~/domain/readers";
import * as clock from "#server/runtime/clock.server";
import type { Session } from "./session.server";

/**
 * Stores the address that a guest typed, as it is, so that sign-in and password recovery show it in their field. Never
 * in a URL (docs/decisions/0097-the-address-goes-along.md).
 *
 * @param typed the field of the form; an empty one changes nothing
 */
export async function carryAddress(session: Session, typed: FormDataEntryValue | null): Promise<void> {
  const email = typeof typed === "string" ? cut(line(typed), MAX_EMAIL) : "";
  if (email === "" || session.isSignedIn || !keepsCookies(session)) return;
  await session.update((draft) => {
    if (draft.recovery?.email !== email) draft.recovery = { email };
  });
}

/** Stores that a reset mail was sent to an address just now. */
export async function noteResetMail(session: Session, email: string): Promise<void> {
  if (!keepsCookies(session)) return;
  await session.update((draft) => {
    draft.recovery = { email, sentAt: clock.now() };
  });
}

/** Each page with a form sets a trial cookie, so a browser that sends none would lose the session. */
const keepsCookies = (session: Session) => session.sentCookies;

/** Returns the address that the visitor typed in the other form; "" without one. */
export const carriedAddress = ({ data }: Session): string => data.recovery?.email ?? "";

/** Returns where and when the last reset mail was sent, with times in Japan; null if the session does not know. */
export function sentMail({ data }: Session, lng: string) {
  const { email, sentAt } = data.recovery ?? {};
  if (email === undefined || sentAt === undefined) return null;
  const { until, again } = codeTimes(sentAt);
  return {
    email,
    until: formatTime(until, lng),
    again: formatTime(again, lng),
    againInSeconds: Math.ceil(resendWait(sentAt, clock.now()) / 1000),
  };
}
