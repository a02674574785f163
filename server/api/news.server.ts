import { callApi } from "#server/api.server";
import { calls } from "#server/wire/calls";
import { type NewsDetailData, type NewsListData, type NewsListRequest } from "#server/wire/news";
import { type Cached, cachedRead } from "./cached.server";

/** The site asks for posts of this scope only (public-site-and-community.md section 3). */
const SCOPE = "WEB";

/** GET /news: pinned first, then newest. Kept for a short while, and served stale when the API is down. */
export async function listNews(query: NewsListRequest): Promise<Cached<NewsListData>> {
  const all = { scope: SCOPE, ...query };
  return cachedRead(`news ${JSON.stringify(all)}`, () => callApi(calls.news, { query: all }));
}

/** GET /news/{id}. `content` is untrusted HTML. @throws ApiError when there is no such post */
export async function getNews(id: number, language: string): Promise<Cached<NewsDetailData>> {
  return cachedRead(`news/${id} ${language}`, () =>
    callApi(calls.newsItem, { params: { id }, query: { language } }),
  );
}
