import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EmptyState, ListStatus, Pager } from "~/components/page/list-parts";
import { ButtonLink, StaleNote } from "~/components/text/elements";
import { PageHead } from "~/components/page/page-head";
import { LeadStory } from "~/components/news/news-picture";
import { addressIn, listTitle, pageMeta } from "~/components/document/seo";
import { Tabs } from "~/components/page/tabs";
import { newsList, readNewsQuery, writeNewsQuery } from "~/domain/news-query";
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
  const { query, response: answer } = await newsList.load(
    asked,
    ({ size = PAGE_SIZE, ...wanted }) => listNews({ language: apiLanguage(lng), size, ...wanted }),
    ({ value }) => value.page_count,
  );
  const t = translator(lng);
  const data = {
    query,
    list: answer.value,
    staleSince: answer.isStale ? formatDateTime(answer.readAt, lng) : null,
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

export default function NewsList() {
  const { query, list, staleSince } = useLoaderData<typeof loader>();
  const { t, i18n } = useTranslation("news");
  const feed = addressIn(asLanguage(i18n.language), paths.newsFeed({ type: query.type }));
  const { type, keyword, by } = query;
  // The first page starts with a lead story; search results are a plain list.
  const [first, ...others] = list.items;
  const lead = query.page === 1 && !keyword ? first : undefined;
  const leadDrawing = lead && drawingOf(lead);
  const { href } = newsList;
  return (
    <>
      <PageHead figure="news" size="task" title={t("title")} lead={t("lead")} />
      <div className="wrap page-body">
        {staleSince === null ? null : <StaleNote time={staleSince} />}
        <div className="list-bar">
          <Tabs
            label={t("types.label")}
            items={[
              { to: href({ keyword, by }), label: t("types.all"), current: !type },
              ...newsTypes.map((tab) => ({
                to: href({ type: tab, keyword, by }),
                label: t(`types.${tab}`),
                current: tab === type,
              })),
            ]}
          />
          <NewsSearch query={query} clearHref={href({ type })} />
        </div>
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
              label={lead.is_fixed ? t("pinned") : t(`types.${lead.type}`)}
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
        {others.length > 0 || (first && !lead) ? (
          <NewsTable items={lead ? others : list.items} query={writeNewsQuery(query)} above={leadDrawing} />
        ) : null}
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
