import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SuggestionRows } from "~/components/dao/suggestion-list";
import type { HeadOf } from "~/components/layout/area";
import { EmptyState, Pager } from "~/components/page/list-parts";
import { ButtonLink } from "~/components/text/elements";
import { PartFailed } from "~/components/page/page-error";
import { listTitle } from "~/components/document/seo";
import { readSuggestionQuery, type SuggestionQuery, writeSuggestionQuery } from "~/domain/dao-query";
import { webMessage } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import { languageOf, translator } from "~/i18n/i18n.server";
import { callApi } from "#server/api/api.server";
import { daoPart, readListed } from "#server/dao/reads.server";
import { suggestionOf } from "#server/dao/view-models.server";
import { requireMember } from "#server/session/session.server";
import { Chips, FilterBar } from "./filter-bar";

const LIST_ID = "list";

const head: HeadOf = ({ t, pathname }) => {
  const isMine = pathname === paths.dao.mySuggestions();
  return {
    title: t(isMine ? "dao:list.mineTitle" : "dao:list.title"),
    lead: t(isMine ? "dao:list.mineLead" : "dao:list.lead"),
  };
};

export const handle = { i18n: ["dao"], head };

export { unlistedMeta as meta } from "~/components/document/route-exports";

/**
 * Loads both lists: /dao/suggestions, and /dao/suggestions/mine with `by=me` (governance.md). The first page without
 * filters also loads the open votes, earliest end first, and shows them above the rest.
 */
export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args.request)]);
  const url = new URL(args.request.url);
  const isMine = url.pathname === paths.dao.mySuggestions();
  const { page: asked, ...filters } = readSuggestionQuery(url.searchParams);
  const reader = { tokens: session, language: lng };
  const read = (page: number) =>
    callApi("suggestions", { ...reader, query: { ...filters, page, ...(isMine && { by: "me" as const }) } });
  const t = translator(lng);
  const isFiltered = Object.values(writeSuggestionQuery(filters)).some((value) => value !== undefined);
  const isWhole = !isMine && asked === 1 && !isFiltered;
  const readOpen = () =>
    callApi("suggestions", { ...reader, query: { status: "IN_PROGRESS", sort: "ENDING", page: 1 } });
  const [list, openPart] = await Promise.all([
    daoPart(readListed(read, asked, suggestionOf)),
    isWhole ? daoPart(readListed(readOpen, 1, suggestionOf)) : null,
  ]);
  // If they cannot be read, the list below still contains them.
  const open =
    openPart?.ok && openPart.value.items.some(({ status }) => status === "IN_PROGRESS")
      ? openPart.value
      : null;
  const raised = new Set(open?.items.map(({ id }) => id));
  if (list.ok) list.value.items = list.value.items.filter(({ id }) => !raised.has(id));
  return json({
    isMine,
    filters,
    list,
    open,
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
  const { isMine, filters, list, open } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["dao", "errors"]);
  const address = isMine ? paths.dao.mySuggestions : paths.dao.suggestions;
  // The anchor skips the page head and shows the results.
  const href = (change: Partial<SuggestionQuery>) => `${address(writeSuggestionQuery(change))}#${LIST_ID}`;
  const filterBar = <FilterBar filters={filters} action={`${address()}#${LIST_ID}`} />;
  const title = (id: string, text: string, count: number | undefined) => (
    <div className="dao-bar__title">
      <h2 id={id}>{text}</h2>
      {count === undefined ? null : (
        <p className="soft" {...(id === "rest" ? { role: "status" } : {})}>
          {t("dao:list.count", { count })}
        </p>
      )}
    </div>
  );
  return (
    <div className="wrap sheet">
      <div id={LIST_ID} className="list-part">
        {open ? (
          <section aria-labelledby="open" className="list-group">
            <div className="dao-bar">
              {title("open", t("dao:list.open"), open.total)}
              {filterBar}
            </div>
            <SuggestionRows items={open.items} />
          </section>
        ) : null}
        <section aria-labelledby="rest" className="list-group">
          <div className="dao-bar">
            {title(
              "rest",
              t(open ? "dao:list.others" : isMine ? "dao:list.mineTitle" : "dao:list.found"),
              list.ok ? Math.max(0, list.value.total - (open?.total ?? 0)) : undefined,
            )}
            {open ? null : filterBar}
          </div>
          <Chips filters={filters} href={href} />
          {!list.ok ? (
            <PartFailed messageKey={list.messageKey} />
          ) : list.value.items.length > 0 ? (
            <SuggestionRows items={list.value.items} />
          ) : open ? null : (
            <NothingFound isMine={isMine} isFiltered={Boolean(filters.type ?? filters.status)} />
          )}
          {list.ok ? (
            <Pager
              page={list.value.page}
              totalPages={list.value.totalPages}
              href={(page) => href({ ...filters, page })}
            />
          ) : null}
        </section>
      </div>
    </div>
  );
}

function NothingFound({ isMine, isFiltered }: { isMine: boolean; isFiltered: boolean }) {
  const { t } = useTranslation(["dao", "errors"]);
  if (isFiltered) {
    return (
      <EmptyState
        picture="no-results"
        level={3}
        title={dynamicKey(t, webMessage("095"))}
        text={t("dao:list.emptyText")}
        action={
          <ButtonLink to={isMine ? paths.dao.mySuggestions() : paths.dao.suggestions()}>
            {t(isMine ? "dao:list.clear" : "dao:list.all")}
          </ButtonLink>
        }
      />
    );
  }
  return (
    <EmptyState
      picture="no-suggestions"
      level={3}
      title={dynamicKey(t, webMessage(isMine ? "055" : "095"))}
      text={t(isMine ? "dao:list.mineEmptyText" : "dao:home.noSuggestionText")}
      action={isMine ? <ButtonLink to={paths.dao.operatingMethod}>{t("dao:list.method")}</ButtonLink> : null}
    />
  );
}

export { PartErrorBoundary as ErrorBoundary } from "~/components/page/page-error";
