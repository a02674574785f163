import type { FlatNamespace, TFunction } from "i18next";

interface ListView {
  /** Selected filters in the page's language; omitted if not selected. */
  filters?: (string | false | null | undefined)[];
  keyword?: string | undefined;
  page?: number;
}

/**
 * Returns the title of one view of a list, so that tabs, bookmarks and the browser's history differ by filter and page.
 *
 * @example listTitle(t, "News", { filters: ["Event"], page: 2 }) // "News · Event · Page 2"
 */
export function listTitle(
  t: TFunction<FlatNamespace[]>,
  title: string,
  { filters = [], keyword, page = 1 }: ListView,
): string {
  const parts = [
    title,
    ...filters,
    keyword && t("common:quoted", { text: keyword }),
    page > 1 && t("common:pager.page", { page }),
  ];
  return parts.filter(Boolean).join(" · ");
}
