import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EmptyState, ListStatus, Pager } from "~/components/page/list-parts";
import { ButtonLink, StaleNote } from "~/components/text/elements";
import { PartErrorBoundary } from "~/components/page/page-error";
import { PageHead } from "~/components/page/page-head";
import { LeadStory } from "~/components/news/news-picture";
import { addressIn, listTitle, pageMeta } from "~/components/document/seo";
import { Tabs } from "~/components/page/tabs";
import { newsList, type NewsQuery, readNewsQuery, writeNewsQuery } from "~/domain/news-query";
import { PAGE_SIZE } from "~/domain/list";
import { drawingOf } from "~/domain/news-pictures";
import { newsTypes } from "~/domain/news-types";
import { formatDateTime } from "~/domain/japan-time";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { apiLanguage, asLanguage } from "~/i18n/languages";
import { listNews } from "#server/api/public-cache.server";
import { publicPage } from "#server/protocol/cache-headers.server";
import { NewsSearch, NewsTable } from "./news-table";

export const handle = { i18n: ["news"], scripts: "on intent" };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: data?.title ?? "",
    description: data?.description,
    // Each filter and page is canonical for itself. Search results are not indexed.
    ...(data ? { canonicalPath: paths.news(data.canonical), feed: data.feed } : {}),
    noindex: data?.query.keyword !== undefined,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const lng = await languageOf({ request, context });
  const asked = readNewsQuery(new URL(request.url).searchParams);
  const { query, response } = await newsList.load(
    asked,
    ({ size = PAGE_SIZE, ...wanted }) => listNews({ language: apiLanguage(lng), size, ...wanted }),
    ({ value }) => value.page_count,
  );
  const t = translator(lng);
  const data = {
    query,
    list: response.value,
    staleSince: response.isStale ? formatDateTime(response.readAt, lng) : null,
    canonical: writeNewsQuery({ type: asked.type, page: query.page }),
    feed: { path: paths.newsFeed({ type: asked.type }), title: t("news:feed.title") },
    title: listTitle(t, t("news:title"), {
      filters: [asked.type && t(`news:types.${asked.type}`)],
      keyword: asked.keyword,
      page: query.page,
    }),
    description: t("news:description"),
  };
  return json(data, publicPage);
}

function NewsHead() {
  const { t } = useTranslation("news");
  return <PageHead figure="news" size="task" title={t("title")} lead={t("lead")} />;
}

function NewsBar({ query }: { query: NewsQuery }) {
  const { t } = useTranslation("news");
  const { type, keyword, by } = query;
  return (
    <div className="list-bar">
      <Tabs
        label={t("types.label")}
        isMenu
        items={[
          { to: newsList.href({ keyword, by }), label: t("types.all"), current: !type },
          ...newsTypes.map((tab) => ({
            to: newsList.href({ type: tab, keyword, by }),
            label: t(`types.${tab}`),
            current: tab === type,
          })),
        ]}
      />
      <NewsSearch query={query} clearHref={newsList.href({ type })} />
    </div>
  );
}

export default function NewsList() {
  const { query, list, staleSince } = useLoaderData<typeof loader>();
  const { t, i18n } = useTranslation("news");
  const feed = addressIn(asLanguage(i18n.language), paths.newsFeed({ type: query.type }));
  const { keyword } = query;
  // The newest pinned story leads the first page, above the table, which has it as well with its views.
  const [first] = list.items;
  const lead = query.page === 1 && !keyword && first?.is_fixed ? first : undefined;
  const leadDrawing = lead && drawingOf(lead);
  return (
    <>
      <NewsHead />
      <div className="wrap page-body">
        {staleSince === null ? null : <StaleNote time={staleSince} />}
        <NewsBar query={query} />
        <ListStatus page={list.page_count > 1 ? query.page : undefined}>
          {keyword
            ? t("search.found", { keyword, count: list.stats.total })
            : t("count", { count: list.stats.total })}
        </ListStatus>
        {lead && leadDrawing ? (
          <section className="news-lead" aria-labelledby="lead-title">
            <h2 className="sr" id="lead-title">
              {t("leadStory")}
            </h2>
            <LeadStory
              post={lead}
              drawing={leadDrawing}
              href={paths.newsItem(lead.id, writeNewsQuery(query))}
              label={t("pinned")}
              eager
            />
          </section>
        ) : null}
        {list.items.length === 0 ? (
          <EmptyState
            picture="no-results"
            title={t("empty.title")}
            text={t("empty.text")}
            action={<ButtonLink to={paths.news()}>{t("empty.all")}</ButtonLink>}
          />
        ) : null}
        {first ? <NewsTable items={list.items} query={writeNewsQuery(query)} keyword={keyword} /> : null}
        <Pager {...newsList.pager(query, list.page_count)} />
        <p className="small">
          <a className="link" href={feed} type="application/atom+xml">
            {t("feed.link")}
          </a>
        </p>
      </div>
    </>
  );
}

/** The bar needs no data, so it stays. */
export function ErrorBoundary() {
  const [search] = useSearchParams();
  return (
    <>
      <NewsHead />
      <PartErrorBoundary>
        <NewsBar query={readNewsQuery(search)} />
      </PartErrorBoundary>
    </>
  );
}
