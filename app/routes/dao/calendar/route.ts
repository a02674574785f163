import { fileName } from "#brand/brand.json";
import { calendarFile } from "~/domain/calendar-file";
import { readId } from "~/domain/dao";
import { paths } from "~/domain/paths";
import { languageOf } from "~/i18n/i18n.server";
import { plainFailures } from "~/plain-failures.server";
import { originOf, voteEntry } from "~/routes/dao/vote-entry.server";
import { callApi } from "#server/api/api.server";
import { fileHeaders } from "#server/protocol/download.server";
import { applySessionCookie, invalidAccess, redirectTo, requireMember } from "#server/session/session.server";

/** Returns the end of a vote as a calendar file. A suggestion without one redirects back with WEB-072. */
export const loader = plainFailures(async (args) => {
  const { request, params, context } = args;
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args)]);
  const id = readId(params["sId"]);
  if (id === undefined) return invalidAccess(session);
  const suggestion = await callApi("suggestion", { tokens: session, language: lng, params: { sId: id } });
  const { end_at } = suggestion ?? {};
  if (!suggestion || !end_at) {
    await session.flash({ kind: "info", key: "errors:web.072" });
    return redirectTo(session, paths.dao.suggestion(id));
  }
  const file = calendarFile(voteEntry({ ...suggestion, end_at }, { origin: originOf(request), lng }));
  const headers = new Headers(fileHeaders("text/calendar", `${fileName}-voting-${id}.ics`));
  // A resource route is not rendered by entry.server, so the session cookie is set here.
  await applySessionCookie(headers, context);
  return new Response(file, { headers });
});
