import { useTranslation } from "react-i18next";
import { UserText } from "~/components/text/user-text";
import { NewsTag } from "~/components/text/news-tag";
import { Time } from "~/components/text/time";
import { Link } from "~/components/text/link";
import { paths } from "~/domain/paths";
import type { NewsPost } from "#server/api/news.server";

export function LatestNews({ items }: { items: NewsPost[] }) {
  const { t } = useTranslation("news");
  if (items.length === 0) return null;
  return (
    <aside aria-labelledby="latest-news">
      <h2 id="latest-news" className="aside-title">
        {t("detail.latest")}
      </h2>
      <ul className="aside-list">
        {items.map((item) => (
          <li key={item.id}>
            <NewsTag type={item.type} label={t(`types.${item.type}`)} />
            <Link to={paths.newsItem(item.id)} prefetch>
              <UserText text={item.title} />
            </Link>
            <Time value={item.created_at} dateOnly />
          </li>
        ))}
      </ul>
    </aside>
  );
}
