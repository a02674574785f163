import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { DataTable } from "~/components/list/data-table";
import { FormattedNumber } from "~/components/text/formatted-number";
import { NewsTag } from "~/components/text/news-tag";
import { Time } from "~/components/text/time";
import { paths } from "~/domain/paths";
import type { NewsItem } from "#server/wire/news";

/** Type (or the pinned label), title, created date, views; small receipts on a narrow screen. */
export function NewsTable({ items, backQuery }: { items: NewsItem[]; backQuery: string }) {
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
            <Link to={paths.newsItem(id, { back: backQuery })} prefetch="intent">
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
