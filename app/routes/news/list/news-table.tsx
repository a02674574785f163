import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { DataTable } from "~/components/list/data-table";
import { FormattedNumber } from "~/components/text/formatted-number";
import { NewsTag } from "~/components/text/news-tag";
import { Time } from "~/components/text/time";
import { paths, type Query } from "~/domain/paths";
import type { NewsItem } from "#server/wire/news";

/**
 * Type (or the pinned label), title, created date, views; small receipts on a narrow screen.
 *
 * @param query the list's, as its address has it: a post's link carries it, and leads back to this list
 */
export function NewsTable({ items, query }: { items: NewsItem[]; query: Query }) {
  const { t } = useTranslation("news");
  return (
    <DataTable
      caption={t("title")}
      rows={items}
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
          cell: ({ id, title }) => (
            <Link to={paths.newsItem(id, query)} prefetch="intent">
              {title}
            </Link>
          ),
        },
        {
          key: "date",
          label: t("columns.date"),
          className: "quiet",
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
