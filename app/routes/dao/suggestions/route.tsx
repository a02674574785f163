import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CalendarLine, SuggestionRows } from "~/components/dao/suggestion-list";
import type { HeadOf } from "~/components/layout/area";
import { EmptyState, Pager } from "~/components/page/list-parts";
import { ButtonLink } from "~/components/text/elements";
import { PartFailed } from "~/components/page/page-error";
import { listTitle } from "~/components/document/seo";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { suggestionsPart } from "~/routes/dao/reads.server";
import { requireMember } from "#server/session/session.server";
import { Chips, FilterBar, suggestionLists } from "./filter-bar";

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
 * Loads both lists: /dao/suggestions, and /dao/suggestions/mine with `by=me` (governance.md). Without filters, the
 * first page shows the open votes above the rest, earliest end first; no page of the rest repeats or counts them.
 */
export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args)]);
  const url = new URL(args.request.url);
  const isMine = url.pathname === paths.dao.mySuggestions();
  const { page, ...filters } = suggestionLists.all.read(url.searchParams);
  const reader = { tokens: session, language: lng };
  const t = translator(lng);
  const isWhole = !isMine && !suggestionLists.all.isFiltered(filters);
  const [list, openPart] = await Promise.all([
    suggestionsPart(reader, { ...filters, page, ...(isMine && { by: "me" }) }),
    isWhole ? suggestionsPart(reader, { status: "IN_PROGRESS", sort: "ENDING" }) : null,
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
    isRest: open !== null,
    count: list.ok ? Math.max(0, list.value.total - raised.size) : null,
    open: list.ok && list.value.page > 1 ? null : open,
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
  const { isMine, filters, list, isRest, count, open } = useLoaderData<typeof loader>();
  const { t } = useTranslation("dao");
  const { href, pager } = suggestionLists[isMine ? "mine" : "all"];
  const group = (id: "open" | "rest", title: string, count: number | undefined, children: ReactNode) => (
    <section aria-labelledby={id} className="list-group">
      <div className="dao-bar">
        <div className="dao-bar__title">
          <h2 id={id}>{title}</h2>
          {count === undefined ? null : (
            <p className="soft" role={id === "rest" ? "status" : undefined}>
              {t("list.count", { count })}
            </p>
          )}
        </div>
        {id === "rest" && open ? null : <FilterBar filters={filters} action={href({})} />}
      </div>
      {children}
    </section>
  );
  return (
    <div className="wrap sheet">
      <div id={LIST_ID} className="list-part">
        {open
          ? group(
              "open",
              t("list.open"),
              open.total,
              <>
                <CalendarLine />
                <SuggestionRows items={open.items} />
              </>,
            )
          : null}
        {group(
          "rest",
          t(isRest ? "list.others" : isMine ? "list.mineTitle" : "list.found"),
          count ?? undefined,
          <>
            <Chips filters={filters} href={href} />
            {!list.ok ? (
              <PartFailed messageKey={list.messageKey} />
            ) : list.value.items.length > 0 ? (
              <SuggestionRows items={list.value.items} />
            ) : isRest ? null : (
              <NothingFound isMine={isMine} isFiltered={Boolean(filters.type ?? filters.status)} />
            )}
            {list.ok ? (
              <Pager {...pager({ ...filters, page: list.value.page }, list.value.totalPages)} />
            ) : null}
          </>,
        )}
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
        title={t("errors:web.095")}
        text={t("list.emptyText")}
        action={
          <ButtonLink to={isMine ? paths.dao.mySuggestions() : paths.dao.suggestions()}>
            {t(isMine ? "list.clear" : "list.all")}
          </ButtonLink>
        }
      />
    );
  }
  return (
    <EmptyState
      picture="no-suggestions"
      level={3}
      title={t(isMine ? "errors:web.055" : "errors:web.095")}
      text={t(isMine ? "list.mineEmptyText" : "home.noSuggestionText")}
      action={isMine ? <ButtonLink to={paths.dao.operatingMethod}>{t("list.method")}</ButtonLink> : null}
    />
  );
}

export { PartErrorBoundary as ErrorBoundary } from "~/components/page/page-error";
