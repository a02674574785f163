import type { FlatNamespace, TFunction } from "i18next";

interface ListView {
  filters?: (string | false | null | undefined)[];
  keyword?: string | undefined;
  page?: number;
}

/** Returns the title of one view of a list: "News · Event · Page 2". */
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
