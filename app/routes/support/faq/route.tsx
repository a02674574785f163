import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ButtonLink, StaleNote } from "~/components/text/elements";
import { EmptyState, ListStatus, Pager } from "~/components/page/list-parts";
import type { HeadOf } from "~/components/layout/area";
import { breadcrumbLd, faqLd, listTitle, pageMeta } from "~/components/document/seo";
import { PartErrorBoundary } from "~/components/page/page-error";
import { inquiryTypeOf } from "~/domain/inquiry-types";
import { formatDateTime } from "~/domain/japan-time";
import { PAGE_SIZE } from "~/domain/list";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { apiLanguage } from "~/i18n/languages";
import { env } from "#server/config/env.server";
import { cleanHtml } from "#server/api/sanitize-html.server";
import { publicPage } from "#server/protocol/cache-headers.server";
import { getSession } from "#server/session/session.server";
import { FaqFilter, FaqGroups, FoundElsewhere } from "./faq-list";
import { faqList, readFaqQuery, writeFaqQuery } from "./faq-query";
import "./faq.css";
import { readFaq } from "./read-faq.server";
import { searchElsewhere } from "./search-elsewhere.server";

const head: HeadOf = ({ t }) => ({
  title: t("support:faq.title"),
  lead: t("support:faq.lead"),
  figure: "faq",
});

export const handle = { i18n: ["support"], scripts: "on intent", head };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return pageMeta(matches, { title: "" });
  const { title, description, query, lng, items, section } = data;
  const isSearch = query.keyword !== undefined;
  return pageMeta(matches, {
    title,
    description,
    canonicalPath: paths.support.faq(writeFaqQuery(isSearch ? { type: query.type } : query)),
    noindex: isSearch,
    jsonLd: [faqLd(lng, items), breadcrumbLd(data, [{ name: section, path: paths.support.faq() }])],
  });
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [lng, session] = await Promise.all([
    languageOf({ request, context }),
    getSession({ request, context }),
  ]);
  const asked = readFaqQuery(new URL(request.url).searchParams);
  const { query, response } = await readFaq(apiLanguage(lng), asked);
  const { items, stats, page_count: pages } = response.value;
  const t = translator(lng);
  const total = Object.values(stats).reduce((sum, count) => sum + count, 0);
  const data = {
    query,
    elsewhere: query.keyword !== undefined && total === 0 ? await searchElsewhere(lng, query.keyword) : null,
    items: items.map(({ answer: html, ...item }) => ({
      ...item,
      html: cleanHtml(html, `answer-${item.id}`),
      inquiryType: inquiryTypeOf(item.type, session.isSignedIn),
    })),
    stats,
    total,
    pages,
    staleSince: response.isStale ? formatDateTime(response.readAt, lng) : null,
    lng,
    siteUrl: env().siteUrl ?? new URL(request.url).origin,
    section: t("support:faq.title"),
    title: listTitle(t, t("support:faq.title"), {
      filters: [query.type && t(`support:faq.types.${query.type}`)],
      keyword: query.keyword,
      page: query.page,
    }),
    description: t("support:faq.description"),
  };
  // Search results are not stored in shared caches.
  return query.keyword === undefined ? json(data, publicPage) : json(data);
}

export default function Faq() {
  const { query, items, stats, total, pages, staleSince, elsewhere } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["support", "common"]);
  return (
    <div className="wrap page-body">
      {staleSince === null ? null : <StaleNote time={staleSince} />}
      <FaqFilter
        type={query.type}
        counts={{ ...stats, all: total }}
        keyword={query.keyword}
        isSearchable={query.keyword !== undefined || total > PAGE_SIZE}
      />
      <ListStatus>
        {query.keyword === undefined
          ? null
          : t("common:search.found", {
              keyword: query.keyword,
              count: query.type ? (stats[query.type] ?? 0) : total,
            })}
      </ListStatus>
      {items.length === 0 ? (
        <EmptyState
          picture="no-results"
          title={
            query.keyword === undefined ? t("faq.empty") : t("faq.search.none", { keyword: query.keyword })
          }
          text={t(query.keyword === undefined ? "faq.emptyText" : "faq.search.noneText")}
          action={<ButtonLink to={paths.support.faq()}>{t("faq.showAll")}</ButtonLink>}
        />
      ) : (
        <FaqGroups items={items} open={query.open} />
      )}
      {elsewhere ? <FoundElsewhere of={elsewhere} keyword={query.keyword} /> : null}
      <Pager {...faqList.pager(query, pages)} />
      <section className="note faq-contact">
        <h2>{t("faq.contactTitle")}</h2>
        <p>{t("faq.contactText")}</p>
        <ButtonLink to={paths.support.inquiry} look="line" icon="arrow-right">
          {t("faq.contact")}
        </ButtonLink>
      </section>
    </div>
  );
}

export function ErrorBoundary() {
  const [search] = useSearchParams();
  return (
    <PartErrorBoundary>
      <FaqFilter type={readFaqQuery(search).type} />
    </PartErrorBoundary>
  );
}
