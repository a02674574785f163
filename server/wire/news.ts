import { z } from "zod";
import { count, imageList, maybe, moment, numericId, openEnum } from "./common";

export const NEWS_TYPES = ["ANNOUNCEMENT", "UPDATE", "EVENT", "ETC"] as const;
export const newsType = openEnum(NEWS_TYPES, "ETC");

const newsSearchBy = z.enum(["TITLE", "TITLE_CONTENT"]);

/** GET /news, query */
export const newsListRequest = z.object({
  scope: z.string(),
  language: z.string(),
  page: z.number().int().optional(),
  size: z.number().int().optional(),
  type: z.string().optional(),
  by: newsSearchBy.optional(),
  keyword: z.string().optional(),
});
export type NewsListRequest = Omit<z.infer<typeof newsListRequest>, "scope">;

const newsItem = z.object({
  id: numericId,
  title: z.string(),
  type: newsType,
  created_at: moment,
  total_views: count,
  is_fixed: maybe(z.boolean()).transform((fixed) => fixed ?? false),
  /** In a list an API may leave them out. */
  noticeImages: maybe(imageList).transform((images) => images ?? []),
});

/** GET /news: pinned items first, then newest first. */
export const newsListData = z.object({
  page: count,
  page_count: count,
  stats: z.object({ total: count }),
  items: z.array(newsItem),
});
export type NewsListData = z.infer<typeof newsListData>;

/** GET /news/{id}, query */
export const newsDetailRequest = z.object({ language: z.string() });

/** GET /news/{id}: `content` is untrusted HTML. */
export const newsDetailData = newsItem.extend({
  content: z.string(),
});
export type NewsDetailData = z.infer<typeof newsDetailData>;
