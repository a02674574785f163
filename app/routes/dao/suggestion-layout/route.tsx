import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useMatches } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import "~/components/dao/detail.css";
import { type SuggestionData, useSuggestion } from "~/components/dao/use-suggestion";
import { loadedOncePer } from "~/components/document/route-exports";
import { BackLink } from "~/components/page/back-link";
import { readId } from "~/domain/dao";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { callApi } from "#server/api/api.server";
import { daoPart, detailOf } from "~/routes/dao/reads.server";
import { rememberVotes } from "#server/island/inputs.server";
import { requireMember } from "#server/session/session.server";

/** Loads the suggestion once for its page, its voters and its debates. The page itself rejects an invalid id. */
export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args)]);
  const id = readId(args.params["sId"]) ?? 0;
  const call = { tokens: session, language: lng, params: { sId: id } };
  const found = await daoPart((id ? callApi("suggestion", call) : Promise.resolve(null)).then(detailOf));
  if (found.ok && found.value) await rememberVotes(session, [found.value]);
  const title = (found.ok && found.value?.title) || translator(lng)("dao:fallbackTitle", { id });
  const data: SuggestionData = { id, title, suggestion: found };
  return json(data, !found.ok && found.status === 404 ? { status: 404 } : {});
}

export const shouldRevalidate = loadedOncePer(({ params }) => params["sId"]);

export default function SuggestionLayout() {
  const { id } = useSuggestion();
  const { t } = useTranslation("dao");
  const inner = useMatches().at(-1);
  const dId = inner?.params["dId"];
  // For a debate: its page in the debate list.
  const list = (inner?.data as { list?: number } | undefined)?.list;
  const page = list === undefined || list === 1 ? undefined : list;
  // One way back: of the suggestion to the list, of what is inside it to the suggestion.
  const isInside = dId !== undefined || inner?.pathname === paths.dao.voters(id);
  const up = dId ? `${paths.dao.suggestion(id, { page })}#debate-${dId}` : paths.dao.suggestion(id);
  return (
    <div className="wrap sheet">
      <p className="way-back">
        {isInside ? (
          <BackLink to={up}>{t("fallbackTitle", { id })}</BackLink>
        ) : (
          <BackLink to={paths.dao.suggestions()}>{t("list.title")}</BackLink>
        )}
      </p>
      <Outlet />
    </div>
  );
}

export { PageErrorBoundary as ErrorBoundary } from "~/components/page/page-error";
