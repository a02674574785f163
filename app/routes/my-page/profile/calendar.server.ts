import { addressIn } from "~/components/document/seo";
import { paths } from "~/domain/paths";
import type { Language } from "~/i18n/languages";
import type { ReceivedForm } from "#server/forms/form-spec.server";
import { env } from "#server/config/env.server";
import {
  calendarSecretOf,
  removeCalendarAddress,
  renewCalendarAddress,
} from "#server/session/calendar-address.server";
import type { Session } from "#server/session/session.server";
import { ownerOf } from "#server/store/encryption.server";
import { calendarForm } from "./form.server";

/** Returns the form and the member's calendar address, null without one. @throws StoreUnavailable */
export async function calendarPart(session: Session, request: Request, lng: Language) {
  const secret = session.user && (await calendarSecretOf(ownerOf(session.user.id)));
  const origin = env().siteUrl ?? new URL(request.url).origin;
  return {
    form: calendarForm.open(session, request),
    address: secret ? addressIn(lng, paths.dao.votesCalendar({ secret }), origin) : null,
  };
}

export function calendarAction(sent: ReceivedForm) {
  return calendarForm.handle(sent, async ({ session, value, done }) => {
    if (!session.user) throw session.endedError() ?? new Error("A member's form without a member");
    const owner = ownerOf(session.user.id);
    const told = (key: string) => done(paths.myPage.calendarAddress, { kind: "success", key });
    if (value.address === "remove") {
      await removeCalendarAddress(owner);
      return told("my-page:calendar.removed");
    }
    const had = (await calendarSecretOf(owner)) !== undefined;
    await renewCalendarAddress(owner);
    return told(had ? "my-page:calendar.renewed" : "my-page:calendar.made");
  });
}
