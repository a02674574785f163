import { z } from "zod";
import {
  count,
  imageList,
  listOf,
  moment,
  numericId,
  openEnum,
  sizedPageRequest,
  softly,
  web,
  wireLanguage,
  words,
} from "./common";

const NEWS_TYPES = ["ANNOUNCEMENT", "UPDATE", "EVENT", "ETC"] as const;
export const newsType = openEnum(NEWS_TYPES, "ETC");

const newsSearchBy = z.enum(["TITLE", "TITLE_CONTENT"]);

export const newsListRequest = sizedPageRequest.extend({
  scope: web,
  language: wireLanguage,
  type: z.enum(["ANNOUNCEMENT", "UPDATE", "EVENT"]).optional(),
  by: newsSearchBy.optional(),
  keyword: z.string().max(100).optional(),
});
export type NewsListRequest = Omit<z.infer<typeof newsListRequest>, "scope">;

/** Every field except `id` may be missing. */
const newsItem = z.object({
  id: numericId,
  title: words,
  type: newsType.catch("ETC"),
  created_at: softly(moment),
  total_views: softly(count),
  is_fixed: softly(z.boolean(), (fixed) => fixed ?? false),
  /** An API may omit the images in a list. */
  noticeImages: softly(imageList, (images) => images ?? []),
});

/** GET /news: pinned items first, then newest first. */
export const newsListData = listOf(newsItem);
export type NewsListData = z.infer<typeof newsListData>;

export const newsDetailRequest = z.object({ language: wireLanguage });

/** GET /news/{id}: `content` is untrusted HTML. */
export const newsDetailData = newsItem.extend({ content: words });
export type NewsDetailData = z.infer<typeof newsDetailData>;
