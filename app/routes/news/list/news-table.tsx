import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { NewsTag } from "~/components/news-tag";
import { FormattedNumber } from "~/components/formatted-number";
import { Time } from "~/components/time";
import { paths } from "~/domain/paths";
import type { NewsItem } from "#server/wire/news";

/** Type (or the pinned label), title, created date, views; small receipts on a narrow screen. */
export function NewsTable({ items, backQuery }: { items: NewsItem[]; backQuery: string }) {
  const { t } = useTranslation("news");
  return (
    <table className="data-table panel">
      <caption className="sr">{t("title")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("columns.type")}</th>
          <th scope="col">{t("columns.title")}</th>
          <th scope="col">{t("columns.date")}</th>
          <th scope="col" className="is-number">
            {t("columns.views")}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id} className={item.is_fixed ? "is-pinned" : undefined}>
            <td data-label={t("columns.type")}>
              <NewsTag type={item.type} label={item.is_fixed ? t("pinned") : t(`types.${item.type}`)} />
            </td>
            <td data-label={t("columns.title")} className="is-main">
              <Link to={paths.newsItem(item.id, { back: backQuery })} prefetch="intent">
                {item.title}
              </Link>
            </td>
            <td data-label={t("columns.date")}>
              <Time value={item.created_at} dateOnly />
            </td>
            <td data-label={t("columns.views")} className="is-number">
              <FormattedNumber value={item.total_views} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
