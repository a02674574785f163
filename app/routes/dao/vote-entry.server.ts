import type { CalendarEntry } from "~/domain/calendar-file";
import { instant } from "~/domain/instant";
import { paths } from "~/domain/paths";
import { translator } from "~/i18n/i18n.server";
import type { Language } from "~/i18n/languages";
import { env } from "#server/config/env.server";
import * as clock from "#server/runtime/clock.server";
import type { Suggestion } from "#server/wire/dao";

/** Hours before the end of the vote at which the calendar reminds; a day is enough to read the debates. */
const REMIND_HOURS = 24;

/** Returns the site's origin, which the entries of calendar files link to. */
export const originOf = (request: Request) => env().siteUrl ?? new URL(request.url).origin;

/** Returns the calendar entry of the end of a vote. */
export function voteEntry(
  { id, title, end_at }: Pick<Suggestion, "id" | "title"> & { end_at: string },
  { origin, lng }: { origin: string; lng: Language },
): CalendarEntry {
  const t = translator(lng);
  return {
    uid: `suggestion-${id}-voting@${new URL(origin).hostname}`,
    at: new Date(instant(end_at)),
    madeAt: new Date(clock.now()),
    title: t("dao:ics.title", { title: title || t("dao:fallbackTitle", { id }) }),
    description: t("dao:ics.description"),
    url: origin + paths.dao.suggestion(id),
    remindHours: REMIND_HOURS,
  };
}
