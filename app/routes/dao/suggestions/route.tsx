import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/page/button-link";
import { SuggestionList } from "~/components/dao/suggestion-list";
import { EmptyState } from "~/components/page/empty-state";
import type { HeadOf } from "~/components/layout/area";
import { Pager } from "~/components/list/pager";
import { PartFailed } from "~/components/page/part-error";
import { listTitle } from "~/components/document/list-title";
import { pageMeta } from "~/components/document/seo";
import { readSuggestionQuery, type SuggestionQuery, writeSuggestionQuery } from "~/domain/dao-query";
import { webMessage } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import { languageOf, translator } from "~/i18n/i18n.server";
import { listSuggestions } from "#server/api/dao.server";
import { daoPart, readListed } from "#server/dao/reads.server";
import { suggestionsOf } from "#server/dao/view-models.server";
import { requireMember } from "#server/session/session.server";
import { Chips } from "./chips";
import { FilterBar } from "./filter-bar";
import "./suggestions.css";

const LIST_ID = "list";

const head: HeadOf = ({ t, pathname }) => {
  const isMine = pathname === paths.dao.mySuggestions();
  return {
    title: t(isMine ? "dao:list.mineTitle" : "dao:list.title"),
    lead: t(isMine ? "dao:list.mineLead" : "dao:list.lead"),
  };
};

export const handle = { i18n: ["dao"], head };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", noindex: true });

/** Both lists: /dao/suggestions, and /dao/suggestions/mine, which asks with `by=me` (governance.md). */
export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args.request)]);
  const url = new URL(args.request.url);
  const isMine = url.pathname === paths.dao.mySuggestions();
  const { page: asked, ...filters } = readSuggestionQuery(url.searchParams);
  const read = (page: number) =>
    listSuggestions(
      { tokens: session, language: lng },
      { ...filters, page, ...(isMine && { by: "me" as const }) },
    );
  const t = translator(lng);
  const list = await daoPart(
    readListed(read, asked).then(({ page, list }) => ({ page, ...suggestionsOf(list) })),
  );
  return json({
    isMine,
    filters,
    list,
    title: listTitle(t, t(isMine ? "dao:list.mineTitle" : "dao:list.title"), {
      filters: [
        filters.type && t(`dao:type.${filters.type}`),
        filters.status && t(`dao:status.${filters.status}`),
      ],
      page: list.ok ? list.value.page : 1,
    }),
  });
}

export default function Suggestions() {
  const { isMine, filters, list } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["dao", "errors"]);
  const address = isMine ? paths.dao.mySuggestions : paths.dao.suggestions;
  // Past the filters, to what they have led to.
  const href = (change: Partial<SuggestionQuery>) => `${address(writeSuggestionQuery(change))}#${LIST_ID}`;
  const isFiltered = filters.type !== undefined || filters.status !== undefined;
  return (
    <div className="wrap sheet">
      <FilterBar filters={filters} action={`${address()}#${LIST_ID}`} />
      <div id={LIST_ID} className="list-part">
        <Chips filters={filters} href={href} />
        {!list.ok ? (
          <PartFailed messageKey={list.messageKey} level={2} />
        ) : (
          <>
            <p className="soft small list-count" role="status">
              {t("dao:list.count", { count: list.value.total })}
            </p>
            {list.value.items.length > 0 ? (
              <SuggestionList items={list.value.items} />
            ) : isMine && !isFiltered ? (
              <EmptyState
                picture="no-suggestions"
                title={dynamicKey(t, webMessage("055"))}
                text={t("dao:list.mineEmptyText")}
                action={<ButtonLink to={paths.dao.operatingMethod}>{t("dao:list.method")}</ButtonLink>}
              />
            ) : (
              <EmptyState
                picture="no-results"
                title={dynamicKey(t, webMessage("095"))}
                text={t("dao:list.emptyText")}
                action={
                  <ButtonLink to={address()}>{t(isMine ? "dao:list.clear" : "dao:list.all")}</ButtonLink>
                }
              />
            )}
            <Pager
              page={list.value.page}
              totalPages={list.value.totalPages}
              href={(page) => href({ ...filters, page })}
            />
          </>
        )}
      </div>
    </div>
  );
}

export { PartErrorBoundary as ErrorBoundary } from "~/components/page/part-error";
