import { Hono } from "hono";
import { newsDetailRequest, newsListRequest } from "../../wire/news";
import { faqListRequest } from "../../wire/support";
import { idOf, notFound, ok, queryOf, rowsOf } from "../answers";
import type { Env, Services } from "../services";
import { artUrl } from "../products";
import { languageIn, textIn, type Language } from "../texts";

interface NewsRow {
  id: number;
  type: string;
  pinned: number;
  created_at: number;
  views: number;
  title: string;
  content: string;
  image: string;
}

const shown = (services: Services, row: NewsRow, language: Language) => ({
  id: row.id,
  title: textIn(row.title, language),
  type: row.type,
  created_at: new Date(row.created_at).toISOString(),
  total_views: row.views,
  is_fixed: row.pinned === 1,
  noticeImages: row.image === "" ? [] : [{ url: artUrl(services.origin, row.image) }],
});

/** Removes HTML tags, so that a search matches only text. */
const plain = (html: string) => html.replace(/<[^>]*>/g, " ");

/**
 * Routes /news. GET /news: pinned first, then newest; filters by `type` and by `keyword` in `by` (TITLE or
 * TITLE_CONTENT), ignoring case. GET /news/{id}: counts a view; an unknown id is HTTP 404.
 */
export function newsCalls(services: Services) {
  const app = new Hono<Env>();

  app.get("/", async (c) => {
    const wanted = queryOf(c, newsListRequest);
    const language = languageIn(wanted.language);
    const { page, size, offset } = rowsOf(wanted);
    const keyword = (wanted.keyword ?? "").trim().toLowerCase();
    const inContent = wanted.by === "TITLE_CONTENT";
    const rows = await services.db.all<NewsRow>(
      // Content is about 100 times the size of the titles, so read it only to search it.
      `SELECT id, type, pinned, created_at, views, title, image, ${inContent ? "content" : "'{}' AS content"} FROM news
        WHERE ?1 IS NULL OR type = ?1 ORDER BY pinned DESC, created_at DESC, id`,
      [wanted.type ?? null],
    );
    const found = rows.filter((row) => {
      if (keyword === "") return true;
      const text =
        textIn(row.title, language) + (inContent ? `\n${plain(textIn(row.content, language))}` : "");
      return text.toLowerCase().includes(keyword);
    });
    return ok(c, {
      page,
      page_count: Math.ceil(found.length / size),
      stats: { total: found.length },
      items: found.slice(offset, offset + size).map((row) => shown(services, row, language)),
    });
  });

  app.get("/:id", async (c) => {
    const language = languageIn(queryOf(c, newsDetailRequest).language);
    const row = await services.db.one<NewsRow>("UPDATE news SET views = views + 1 WHERE id = ? RETURNING *", [
      idOf(c, "id"),
    ]);
    if (!row) throw notFound("There is no such post");
    return ok(c, {
      ...shown(services, row, language),
      content: textIn(row.content, language),
    });
  });

  return app;
}

interface FaqRow {
  id: number;
  type: string;
  question: string;
  answer: string;
}

/** Routes GET /support/faq. `stats` counts each type in the whole FAQ, independent of the filter. */
export function faqCalls(services: Services) {
  const app = new Hono<Env>();

  app.get("/", async (c) => {
    const wanted = queryOf(c, faqListRequest);
    const language = languageIn(wanted.language);
    const { page, size, offset } = rowsOf(wanted);
    const rows = await services.db.all<FaqRow>("SELECT * FROM faq ORDER BY id");
    const stats: Record<string, number> = {};
    for (const row of rows) stats[row.type] = (stats[row.type] ?? 0) + 1;
    const found = rows.filter((row) => wanted.type === undefined || row.type === wanted.type);
    return ok(c, {
      page,
      page_count: Math.ceil(found.length / size),
      stats,
      items: found.slice(offset, offset + size).map((row) => ({
        id: row.id,
        type: row.type,
        question: textIn(row.question, language),
        answer: textIn(row.answer, language),
      })),
    });
  });

  return app;
}
