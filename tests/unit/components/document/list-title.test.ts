import { expect, test } from "vitest";
import { listTitle } from "~/components/document/seo";
import { translator } from "~/i18n/i18n.server";

test.each([
  ["en", "News · Update · “lantern” · Page 2"],
  ["ja", "ニュース · アップデート · 「lantern」 · 2ページ"],
  ["ko", "뉴스 · 업데이트 · ‘lantern’ · 2 페이지"],
  ["zh", "新闻 · 更新 · “lantern” · 第2页"],
] as const)("a list's title in %s tells filter, keyword and page", (lng, title) => {
  const t = translator(lng);
  const view = { filters: [t("news:types.UPDATE"), undefined], keyword: "lantern", page: 2 };
  expect(listTitle(t, t("news:title"), view)).toBe(title);
  expect(listTitle(t, t("news:title"), { filters: [undefined], page: 1 })).toBe(t("news:title"));
});
