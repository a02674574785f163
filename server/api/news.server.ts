import { callApi } from "./api.server";
import { calls } from "#server/wire/calls";
import { WEB, type WireLanguage } from "#server/wire/common";
import type { NewsListData, NewsListRequest } from "#server/wire/news";
import { cachedRead } from "./public-cache.server";
import { safeAddress } from "./sanitize-html.server";

type Item = NewsListData["items"][number];
/** A post in a list; `image` is the URL of its first picture, if any. */
export type NewsPost = Omit<Item, "noticeImages"> & { image?: string | undefined };

function postOf({ noticeImages: [first], ...post }: Item): NewsPost {
  return { ...post, image: first && safeAddress(first.url) };
}

/** Lists news, pinned first, then newest (GET /news). Cached; stale data is served when the API is down. */
export async function listNews(query: NewsListRequest) {
  const all = { scope: WEB, ...query } as const;
  const { value: list, ...rest } = await cachedRead({
    key: `news ${JSON.stringify(all)}`,
    ask: () => callApi(calls.news, { query: all }),
    schema: calls.news.data,
    // Search terms and page numbers past the end are unbounded, so their results do not go to the storage.
    isLasting: ({ items }) => query.keyword === undefined && items.length > 0,
  });
  return { ...rest, value: { ...list, items: list.items.map(postOf) } };
}

/** Reads a post, cached. `content` is untrusted HTML. @throws ApiError when the post does not exist */
export const getNews = (id: number, language: WireLanguage) =>
  cachedRead({
    key: `news/${id} ${language}`,
    ask: () => callApi(calls.newsItem, { params: { id }, query: { language } }),
    schema: calls.newsItem.data,
    isLasting: () => true,
  });
