import { join } from "node:path";
import type { z } from "zod";
import { callApi } from "./api.server";
import { env } from "#server/config/env.server";
import { detachFromRequest } from "#server/runtime/request-scope.server";
import { redisConnection } from "#server/store/stores.server";
import { calls } from "#server/wire/calls";
import { WEB, type WireLanguage } from "#server/wire/common";
import type { NewsListData } from "#server/wire/news";
import { safeAddress } from "./sanitize-html.server";
import { type PublicRead, SwrCache } from "./swr-cache.server";
import { folderStorage, redisStorage } from "./swr-storage.server";

let reads: SwrCache | undefined;

function publicReads(): SwrCache {
  const redis = redisConnection();
  return (reads ??= new SwrCache(
    redis ? redisStorage(redis) : folderStorage(join(env().dataDir, "public-reads")),
  ));
}

/** The call continues when its first caller disconnects. */
const cachedRead = <Value>(read: PublicRead<Value>) =>
  publicReads().read({ ...read, ask: () => detachFromRequest(read.ask) });

/** Replaces this process's cache, for tests; without storage by default. */
export function replaceCachedReads(other: SwrCache = new SwrCache()): void {
  reads = other;
}

type Item = NewsListData["items"][number];
/** `image` is the URL of its first picture, if any. */
export type NewsPost = Omit<Item, "noticeImages"> & { image?: string | undefined };

function postOf({ noticeImages: [first], ...post }: Item): NewsPost {
  return { ...post, image: first && safeAddress(first.url) };
}

/** Lists news, pinned first, then newest (GET /news). Cached; stale data is served when the API is down. */
export async function listNews(query: Omit<z.input<typeof calls.news.query>, "scope">) {
  const all = { scope: WEB, ...query } as const;
  const { value: list, ...rest } = await cachedRead({
    key: `news ${JSON.stringify(all)}`,
    ask: () => callApi("news", { query: all }),
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
    ask: () => callApi("newsItem", { params: { id }, query: { language } }),
    schema: calls.newsItem.data,
    isLasting: () => true,
  });

/** Lists the FAQ. Cached; stale data is served when the API is down. The answers are untrusted HTML. */
export const listFaq = (query: z.input<typeof calls.faq.query>) =>
  cachedRead({
    key: `faq ${JSON.stringify(query)}`,
    ask: () => callApi("faq", { query }),
    schema: calls.faq.data,
    // Page numbers past the end are unbounded, so empty pages do not go to the storage.
    isLasting: ({ items }) => items.length > 0,
  });
