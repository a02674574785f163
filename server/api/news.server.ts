import { callApi } from "#server/api.server";
import { calls } from "#server/wire/calls";
import { WEB } from "#server/wire/common";
import { type NewsDetailData, type NewsListData, type NewsListRequest } from "#server/wire/news";
import { type Cached, cachedRead } from "./cached.server";

/** GET /news: pinned first, then newest. Kept for a short while, and served stale when the API is down. */
export async function listNews(query: NewsListRequest): Promise<Cached<NewsListData>> {
  const all = { scope: WEB, ...query };
  return cachedRead(`news ${JSON.stringify(all)}`, () => callApi(calls.news, { query: all }));
}

/** GET /news/{id}. `content` is untrusted HTML. @throws ApiError when there is no such post */
export async function getNews(id: number, language: string): Promise<Cached<NewsDetailData>> {
  return cachedRead(`news/${id} ${language}`, () =>
    callApi(calls.newsItem, { params: { id }, query: { language } }),
  );
}
