import { choice, defineList, PAGE_SIZE, wholeNumber } from "./list";
import { newsTypes } from "./news-types";
import { paths } from "./paths";

export const newsSearches = ["TITLE", "TITLE_CONTENT"] as const;

const MAX_PAGE_SIZE = 50;

/** The list of posts. The type may be in lower case, as in the header's menu. */
export const newsList = defineList({
  path: paths.news,
  filters: { type: choice(newsTypes) },
  search: { by: newsSearches },
  size: wholeNumber(PAGE_SIZE, MAX_PAGE_SIZE),
});

export type NewsQuery = ReturnType<typeof newsList.read>;

export const { read: readNewsQuery, write: writeNewsQuery } = newsList;
