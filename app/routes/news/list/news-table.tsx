import { useTranslation } from "react-i18next";
import { useFollowedValue } from "~/components/document/use-followed-value";
import { SearchForm } from "~/components/list/search-form";
import { FormattedNumber, Link, NewsTag, UserText } from "~/components/text/elements";
import { DataTable } from "~/components/list/data-table";
import { NewsPicture } from "~/components/news/news-picture";
import { Time } from "~/components/text/time";
import { drawingsOf } from "~/domain/news-pictures";
import { type NewsQuery, newsSearches } from "~/domain/news-query";
import { paths, type Query } from "~/domain/paths";
import { textFragment } from "~/domain/text-fragment";
import type { NewsPost } from "#server/api/public-cache.server";

interface NewsTableProps {
  items: NewsPost[];
  /** The list's query. Links to posts include it for the link back to this list. */
  query: Query;
  /** Words of the search; links open their posts there. */
  keyword: string | undefined;
}

export function NewsTable({ items, query, keyword }: NewsTableProps) {
  const { t } = useTranslation("news");
  const drawings = drawingsOf(items);
  const words = textFragment(keyword);
  const rows = items.map((item, index) => ({ ...item, drawing: drawings[index] }));
  return (
    <DataTable
      caption={t("title")}
      className="tbl--news"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          key: "type",
          label: t("columns.type"),
          className: "first",
          cell: ({ type, is_fixed: pinned }) => (
            <NewsTag type={type} pinned={pinned} label={pinned ? t("pinned") : t(`types.${type}`)} />
          ),
        },
        {
          key: "title",
          label: t("columns.title"),
          className: "title wide",
          cell: ({ id, title, drawing, image }) => (
            <span className="tbl-news__title">
              {drawing ? <NewsPicture drawing={drawing} own={image} className="tbl-news__picture" /> : null}
              {/* A document load after a search: browsers look for the words of a text fragment only then. */}
              <Link to={paths.newsItem(id, query) + words} reloadDocument={words !== ""}>
                <UserText text={title} />
              </Link>
            </span>
          ),
        },
        {
          key: "date",
          label: t("columns.date"),
          className: "quiet date",
          cell: (item) => <Time value={item.created_at} dateOnly />,
        },
        {
          key: "views",
          label: t("columns.views"),
          align: "end",
          className: "quiet n end",
          labelInReceipt: true,
          cell: (item) => <FormattedNumber value={item.total_views} />,
        },
      ]}
    />
  );
}

export function NewsSearch({ query, clearHref }: { query: NewsQuery; clearHref: string }) {
  const { t } = useTranslation("news");
  const by = useFollowedValue<HTMLSelectElement>(query.by ?? newsSearches[0]);
  return (
    <SearchForm
      label={t("search.label")}
      fieldLabel={t("search.keyword")}
      keyword={query.keyword}
      clearHref={clearHref}
      onSubmitOnly
    >
      {query.type ? <input type="hidden" name="type" value={query.type} /> : null}
      <label className="sr" htmlFor="news-by">
        {t("search.by")}
      </label>
      <select className="select" id="news-by" name="by" {...by}>
        {newsSearches.map((search) => (
          <option key={search} value={search}>
            {t(`search.${search}`)}
          </option>
        ))}
      </select>
    </SearchForm>
  );
}
