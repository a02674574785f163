import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Link, NewsTag, Prose, StaleNote, UserText } from "~/components/text/elements";
import { NewsPicture } from "~/components/news/news-picture";
import { PageHead } from "~/components/page/page-head";
import { breadcrumbLd, newsArticleLd, pageMeta } from "~/components/document/seo";
import { useMissingPart } from "~/components/document/use-missing-part";
import { Time } from "~/components/text/time";
import { readNewsQuery, writeNewsQuery } from "~/domain/news-query";
import { newestFirst } from "~/domain/newest-first";
import { drawingOf } from "~/domain/news-pictures";
import { formatDateTime } from "~/domain/japan-time";
import { paths } from "~/domain/paths";
import { cut, lengthOf } from "~/domain/readers";
import { languageOf, translator } from "~/i18n/i18n.server";
import { apiLanguage } from "~/i18n/languages";
import { env } from "#server/config/env.server";
import { getNews, listNews, type NewsPost } from "#server/api/public-cache.server";
import { ApiError } from "#server/errors/api-error";
import { cleanHtml, plainText, safeAddress } from "#server/api/sanitize-html.server";
import { orUndefinedAfter } from "#server/errors/with-timeout.server";
import { publicPage } from "#server/protocol/cache-headers.server";
import { getSession, invalidAccess } from "#server/session/session.server";

export const handle = { i18n: ["news"], scripts: "on intent" };

/** Number of recent posts next to a post (public-site-and-community.md section 9). */
const LATEST = 5;
/** Number of posts to read. More than are shown, because the list starts with the pinned posts. */
const LATEST_SOUGHT = 20;
const MAX_DESCRIPTION = 140;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return pageMeta(matches, { title: "", noindex: true });
  const { description, images, lng, siteUrl, title, section } = data;
  const { created_at: publishedAt, id } = data.post;
  const path = paths.newsItem(id);
  return pageMeta(matches, {
    title,
    description,
    canonicalPath: path,
    picture: images[0],
    publishedAt,
    feed: { path: paths.newsFeed(), title: data.feed },
    jsonLd: [
      newsArticleLd({ lng, siteUrl, path, title, publishedAt, description, images }),
      breadcrumbLd({ lng, siteUrl }, [
        { name: section, path: paths.news() },
        { name: title, path },
      ]),
    ],
  });
};

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const id = Number(params["id"]);
  if (!/^\d{1,15}$/.test(params["id"] ?? "")) {
    return invalidAccess(await getSession({ request, context }));
  }
  const lng = await languageOf({ request, context });
  const t = translator(lng);
  const language = apiLanguage(lng);
  // Optional: the post is shown without this list if it fails or is late.
  const others = orUndefinedAfter(listNews({ language, page: 1, size: LATEST_SOUGHT }));
  const post = await getNews(id, language).catch(toNotFound);
  const latest = (await others)?.value.items;
  const { content, noticeImages, ...rest } = post.value;
  const html = cleanHtml(content);
  const url = new URL(request.url);
  const data = {
    post: rest,
    title: rest.title || t("common:untitled"),
    html,
    images: noticeImages.flatMap((image) => safeAddress(image.url) ?? []),
    description: describe(content),
    latest:
      latest
        ?.filter((item) => item.id !== id)
        .sort(newestFirst)
        .slice(0, LATEST) ?? null,
    staleSince: post.isStale ? formatDateTime(post.readAt, lng) : null,
    // The query of the list that the visitor came from, for the link back.
    listQuery: writeNewsQuery(readNewsQuery(url.searchParams)),
    lng,
    siteUrl: env().siteUrl ?? url.origin,
    section: t("news:title"),
    feed: t("news:feed.title"),
  };
  return json(data, latest ? publicPage : {});
}

/** HTTP statuses with which a server, or a proxy in front of it, says that it can't respond now. */
const UNAVAILABLE = [408, 429, 502, 503, 504];

/**
 * Redirects to /not-found if the API rejects the post. If it can't respond now, the error page is shown with 503: a
 * search engine drops a post that is not found (docs/decisions/0075-a-post-that-cannot-be-loaded.md).
 */
function toNotFound(error: unknown): never {
  if (!(error instanceof ApiError) || error.kind === "no-response") throw error;
  const { call, httpStatus = 0, detail = error.kind, retryAfter } = error;
  if (retryAfter !== undefined) throw error;
  if (UNAVAILABLE.includes(httpStatus)) throw ApiError.noResponse(call, 503, detail);
  throw redirect(paths.notFound, 303);
}

function describe(html: string): string {
  const text = plainText(html);
  return lengthOf(text) > MAX_DESCRIPTION ? `${cut(text, MAX_DESCRIPTION - 1)}…` : text;
}

export default function NewsDetail() {
  const { post, title, html, images, latest, staleSince, listQuery } = useLoaderData<typeof loader>();
  const { t } = useTranslation("news");
  const [image] = images;
  useMissingPart(latest === null);
  return (
    <>
      <PageHead figure="news" title={<UserText text={title} />} size="article" />
      <div className="wrap page-body with-aside">
        <article aria-label={title}>
          {staleSince === null ? null : <StaleNote time={staleSince} />}
          <p className="article-facts">
            <NewsTag type={post.type} label={t(`types.${post.type}`)} />
            <Time value={post.created_at} dateOnly />
            {post.total_views === undefined ? null : (
              <span>{t("detail.views", { count: post.total_views })}</span>
            )}
          </p>
          <NewsPicture drawing={drawingOf(post)} own={image} className="article-image" eager />
          <Prose html={html} />
          <Link className="btn btn--line" to={paths.news(listQuery)}>
            {t("detail.back")}
          </Link>
        </article>
        <LatestNews items={latest ?? []} />
      </div>
    </>
  );
}

function LatestNews({ items }: { items: NewsPost[] }) {
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
            <Link to={paths.newsItem(item.id)}>
              <UserText text={item.title} />
            </Link>
            <Time value={item.created_at} dateOnly />
          </li>
        ))}
      </ul>
    </aside>
  );
}
