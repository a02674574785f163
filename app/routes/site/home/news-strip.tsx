import { useTranslation } from "react-i18next";
import { LeadStory, SpotPicture } from "~/components/news/spot-picture";
import { Link, NewsTag, TextLink, UserText } from "~/components/text/elements";
import { Time } from "~/components/text/time";
import { spotOf, spotsOf } from "~/domain/news-spots";
import { paths } from "~/domain/paths";
import type { NewsPost } from "#server/api/public-cache.server";
import { Strip } from "./image-strip";

/** Number of posts per row on the widest pages (specification, section 2). */
const A_ROW = 4;

/**
 * Shows the latest posts: the first as the lead story, the others in a row. Empty slots show a placeholder.
 *
 * @param items null if the news could not be loaded
 */
export function NewsStrip({ items }: { items: NewsPost[] | null }) {
  const { t } = useTranslation(["home", "common"]);
  const [lead, ...posts] = items ?? [];
  const leadSpot = lead && spotOf(lead);
  const spots = spotsOf(posts, leadSpot);
  const empty = Math.max(1, Math.ceil(posts.length / A_ROW)) * A_ROW - posts.length;
  return (
    <section className="sec news" aria-labelledby="news-title">
      <Strip
        title={t("home:news.title")}
        titleId="news-title"
        label={t("home:news.list")}
        className="strip--news"
        lead={
          lead && leadSpot ? (
            <LeadStory
              post={lead}
              spot={leadSpot}
              href={paths.newsItem(lead.id)}
              label={t(`home:news.types.${lead.type}`)}
            />
          ) : null
        }
        more={<TextLink to={paths.news()}>{t("common:button.all")}</TextLink>}
      >
        {posts.map((post, index) => (
          <li key={post.id} className="card">
            <SpotPicture spot={spots[index] ?? spotOf(post)} own={post.image} />
            <div className="card__b">
              <NewsTag type={post.type} label={t(`home:news.types.${post.type}`)} />
              <h3>
                <Link to={paths.newsItem(post.id)}>
                  <UserText text={post.title} />
                </Link>
              </h3>
              <Time value={post.created_at} dateOnly />
            </div>
          </li>
        ))}
        {Array.from({ length: empty }, (_, index) => (
          <li key={`empty-${index}`} className="card card--soon">
            <img src="/art/news-coming-soon.svg" width={360} height={168} alt="" loading="lazy" />
            <div className="card__b">
              <strong lang="en">COMING SOON</strong>
            </div>
          </li>
        ))}
      </Strip>
      {items ? null : (
        <p className="wrap soft" role="status">
          {t("home:news.failed")}
        </p>
      )}
    </section>
  );
}
