import { fileName } from "#brand/brand.json";
import { calendarFile } from "~/domain/calendar-file";
import { readId } from "~/domain/dao";
import { instant } from "~/domain/instant";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { plainFailures } from "~/plain-failures.server";
import { callApi } from "#server/api/api.server";
import { env } from "#server/config/env.server";
import { fileHeaders } from "#server/protocol/download.server";
import * as clock from "#server/runtime/clock.server";
import { applySessionCookie, invalidAccess, redirectTo, requireMember } from "#server/session/session.server";

/** Hours before the end of the vote at which the calendar reminds; a day is enough to read the debates. */
const REMIND_HOURS = 24;

/** Returns the end of a vote as a calendar file. A suggestion without one redirects back with WEB-072. */
export const loader = plainFailures(async (args) => {
  const { request, params, context } = args;
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args)]);
  const id = readId(params["sId"]);
  if (id === undefined) return invalidAccess(session);
  const suggestion = await callApi("suggestion", { tokens: session, language: lng, params: { sId: id } });
  if (!suggestion?.end_at) {
    await session.flash({ kind: "info", key: "errors:web.072" });
    return redirectTo(session, paths.dao.suggestion(id));
  }
  const t = translator(lng);
  const origin = env().siteUrl ?? new URL(request.url).origin;
  const file = calendarFile({
    uid: `suggestion-${id}-voting@${new URL(origin).hostname}`,
    at: new Date(instant(suggestion.end_at)),
    madeAt: new Date(clock.now()),
    title: t("dao:ics.title", { title: suggestion.title || t("dao:fallbackTitle", { id }) }),
    description: t("dao:ics.description"),
    url: origin + paths.dao.suggestion(id),
    remindHours: REMIND_HOURS,
  });
  const headers = new Headers(fileHeaders("text/calendar", `${fileName}-voting-${id}.ics`));
  // A resource route is not rendered by entry.server, so the session cookie is set here.
  await applySessionCookie(headers, context);
  return new Response(file, { headers });
});
