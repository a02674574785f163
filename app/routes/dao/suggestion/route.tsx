import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useRouteError } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Breadcrumb } from "~/components/page/back-link";
import { PageError } from "~/components/page/page-error";
import { PageHead } from "~/components/page/page-head";
import { OthersWords } from "~/components/text/others-words";
import { PartFailed } from "~/components/page/part-error";
import { pageMeta } from "~/components/document/seo";
import { readId } from "~/domain/dao";
import { readPage } from "~/domain/page-window";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { getSuggestion, listDebates } from "#server/api/dao.server";
import { daoPart, readListed } from "#server/dao/reads.server";
import { debatesOf, detailOf } from "#server/dao/view-models.server";
import { invalidAccess, requireMember } from "#server/session/session.server";
import { DebateList } from "./debate-list";
import { SuggestionBody } from "./suggestion-body";
import { VotePanel } from "./vote-panel";
import "./suggestion.css";

export const handle = { i18n: ["dao"] };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", noindex: true });

export async function loader(args: LoaderFunctionArgs) {
  const { request, params } = args;
  const [session, lng] = await Promise.all([requireMember(args), languageOf(request)]);
  const id = readId(params["sId"]);
  if (id === undefined) return invalidAccess(session);
  const reader = { tokens: session, language: lng };
  const search = new URL(request.url).searchParams;
  const [suggestion, debates] = await Promise.all([
    // Without the suggestion there is nothing to show around it.
    daoPart(getSuggestion(reader, id), [404]),
    daoPart(readListed((page) => listDebates(reader, id, page), readPage(search.get("page")))),
  ]);
  const detail = suggestion.ok ? detailOf(suggestion.value) : null;
  return json({
    id,
    title: detail?.title ?? translator(lng)("dao:fallbackTitle", { id }),
    suggestion: suggestion.ok ? { ok: true as const, value: detail } : suggestion,
    debates: debates.ok ? { ok: true as const, value: debatesOf(debates.value) } : debates,
  });
}

export default function SuggestionPage() {
  const { id, title, suggestion, debates } = useLoaderData<typeof loader>();
  const { t } = useTranslation("dao");
  return (
    <>
      <PageHead scene="dao" title={<OthersWords text={title} />} size="article" />
      <div className="wrap sheet">
        <Breadcrumb
          label={t("crumbs")}
          items={[
            { to: paths.dao.root, label: t("home.name") },
            { to: paths.dao.suggestions(), label: t("list.title") },
            { label: t("fallbackTitle", { id }) },
          ]}
        />
        <div className="dao-detail">
          <div className="dao-detail__text">
            {suggestion.ok ? (
              <SuggestionBody suggestion={suggestion.value} />
            ) : (
              <PartFailed messageKey={suggestion.messageKey} />
            )}
          </div>
          {suggestion.ok && suggestion.value ? <VotePanel suggestion={suggestion.value} /> : null}
          <DebateList suggestionId={id} debates={debates} />
        </div>
      </div>
    </>
  );
}

export function ErrorBoundary() {
  return <PageError error={useRouteError()} />;
}
