import { callApi } from "#server/api.server";
import {
  newsDetailData,
  type NewsDetailData,
  newsListData,
  type NewsListData,
  type NewsListRequest,
} from "#server/wire/news";
import { type Cached, cachedRead } from "./cached.server";

/** The site asks for posts of this scope only (public-site-and-community.md section 3). */
const SCOPE = "WEB";

/** GET /news: pinned first, then newest. Kept for a short while, and served stale when the API is down. */
export async function listNews(query: NewsListRequest): Promise<Cached<NewsListData>> {
  const all = { scope: SCOPE, ...query };
  return cachedRead(`news ${JSON.stringify(all)}`, () =>
    callApi({ method: "GET", path: "/news", query: all, data: newsListData }),
  );
}

/** GET /news/{id}. `content` is untrusted HTML. @throws ApiError when there is no such post */
export async function getNews(id: number, language: string): Promise<Cached<NewsDetailData>> {
  return cachedRead(`news/${id} ${language}`, () =>
    callApi({ method: "GET", path: `/news/${id}`, query: { language }, data: newsDetailData }),
  );
}
