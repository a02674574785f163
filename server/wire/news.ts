import { z } from "zod";
import { newsTypes, shownNewsTypes } from "~/domain/news-types";
import { guestGet, type WireCalls } from "./call";
import {
  count,
  imageList,
  line,
  listOf,
  moment,
  numericId,
  openEnum,
  sizedPageRequest,
  softly,
  upTo,
  web,
  wireLanguage,
  words,
} from "./common";

export const newsType = openEnum(shownNewsTypes, "ETC");

const newsListRequest = sizedPageRequest.extend({
  scope: web,
  language: wireLanguage,
  type: z.enum(newsTypes).optional(),
  by: z.enum(["TITLE", "TITLE_CONTENT"]).optional(),
  keyword: upTo(100).optional(),
});

/** Every field except `id` may be missing. */
const newsItem = z.object({
  id: numericId,
  title: line,
  type: newsType.catch("ETC"),
  created_at: softly(moment),
  total_views: softly(count),
  is_fixed: softly(z.boolean(), false),
  /** An API may omit the images in a list. */
  noticeImages: softly(imageList, []),
});

export const newsListData = listOf(newsItem);
export type NewsListData = z.infer<typeof newsListData>;

/** `content` is untrusted HTML. */
export const newsDetailData = newsItem.extend({ content: words });
export type NewsDetailData = z.infer<typeof newsDetailData>;

export const calls = {
  /** Pinned items first, then newest first. */
  news: guestGet("/news", { query: newsListRequest, data: newsListData }),
  newsItem: guestGet("/news/{id}", { query: z.object({ language: wireLanguage }), data: newsDetailData }),
} as const satisfies WireCalls;
