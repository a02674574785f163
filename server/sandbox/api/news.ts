import { calls } from "../../wire/calls";
import { idOf, listed, notFound } from "../responses";
import { sql } from "../database";
import { searchFor } from "../../wire/readers";
import type { Services } from "../services";
import { languageIn, shownRow, textIn, type Language, type Row } from "../texts";
import type { Route } from "./route";

interface NewsRow extends Row {
  title: string;
  content: string;
  image: string;
}

const COLUMNS = sql`id, title, type, created_at, views AS total_views, pinned AS is_fixed, image`;

const shown = ({ origin }: Services, { image, ...row }: NewsRow, language: Language) => ({
  ...shownRow(row, language, ["title", "content"]),
  noticeImages: image === "" ? [] : [{ url: `${origin}/art/${image}` }],
});

/** Returns the text of the sandbox's own HTML, which has neither comments nor scripts. */
const plain = (html: string) =>
  html
    .replace(/<\/?(?:a|b|code|em|i|s|small|span|strong|sub|sup|u)\b[^<>]*>/g, "")
    .replace(/<[^<>]*>/g, "\n")
    .replace(/&nbsp;/g, " ")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&");

/**
 * Routes /news. GET /news: pinned first, then newest; filters by `type` and by `keyword` in `by` (TITLE or
 * TITLE_CONTENT), folded as in the site's searches. GET /news/{id}: counts a view; an unknown id is HTTP 404.
 */
export function newsCalls(services: Services, on: Route) {
  on(calls.news, async (wanted) => {
    const language = languageIn(wanted.language);
    const keyword = (wanted.keyword ?? "").trim();
    const fits = searchFor(keyword);
    const inContent = wanted.by === "TITLE_CONTENT";
    const rows = await services.db.all<NewsRow>(
      // Content is about 100 times the size of the titles, so read it only to search it.
      sql`SELECT ${COLUMNS}, iif(${inContent}, content, '{}') AS content FROM news
        WHERE type = COALESCE(${wanted.type}, type) ORDER BY pinned DESC, created_at DESC, id`,
    );
    const textOf = ({ title, content }: NewsRow) =>
      `${textIn(title, language)}\n${plain(textIn(content, language))}`;
    const found = rows.filter((row) => keyword === "" || fits(textOf(row)));
    const show = (row: NewsRow) => ({ ...shown(services, row, language), content: undefined });
    return listed(wanted, found, show);
  });

  on(calls.newsItem, async ({ language }, c) => {
    const row = await services.db.one<NewsRow>(
      sql`UPDATE news SET views = views + 1 WHERE id = ${idOf(c, "id")} RETURNING ${COLUMNS}, content`,
    );
    if (!row) throw notFound("There is no such post");
    return shown(services, row, languageIn(language));
  });
}

/** Routes GET /support/faq. `stats` counts each type in the whole FAQ, independent of the filter. */
export function faqCalls(services: Services, on: Route) {
  on(calls.faq, async (wanted) => {
    const rows = await services.db.all<Row & { type: string }>("SELECT * FROM faq ORDER BY id");
    const stats: Record<string, number> = {};
    for (const { type } of rows) stats[type] = (stats[type] ?? 0) + 1;
    const found = rows.filter(({ type }) => wanted.type === undefined || type === wanted.type);
    const show = (row: Row) => shownRow(row, languageIn(wanted.language), ["question", "answer"]);
    return { ...listed(wanted, found, show), stats };
  });
}
