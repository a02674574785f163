import { paths } from "~/domain/paths";
import { searchFor } from "~/domain/search-text";
import { translator } from "~/i18n/i18n.server";
import { apiLanguage, type Language } from "~/i18n/languages";
import { listNews } from "#server/api/public-cache.server";
import { env } from "#server/config/env.server";
import { orUndefinedAfter } from "#server/errors/with-timeout.server";

/** The pages with rules, and where their texts are. */
const rules = [
  { path: paths.dao.operatingMethod, title: "dao:method.title", texts: ["dao:method", "dao:status"] },
  { path: paths.termsOfUse, title: "legal:terms.title", texts: ["legal:terms"] },
  { path: paths.privacyPolicy, title: "legal:privacy.title", texts: ["legal:privacy"] },
] as const;

const MOST_POSTS = 5;

/** Returns all texts of a part of a namespace. */
const textsIn = (part: unknown): string[] =>
  typeof part === "object" && part !== null ? Object.values(part).flatMap(textsIn) : [String(part)];

/**
 * Searches the rules and the news for a keyword that no answer of the FAQ has.
 *
 * @returns `news` is null when the API fails or is late, so that the page does not say that there is none
 */
export async function searchElsewhere(lng: Language, keyword: string) {
  const t = translator(lng);
  const fits = searchFor(keyword);
  const query = {
    language: apiLanguage(lng),
    page: 1,
    size: MOST_POSTS,
    by: "TITLE_CONTENT",
    keyword,
  } as const;
  const posts = await orUndefinedAfter(listNews(query), Math.max(1_000, env().optionalPartMs));
  return {
    rules: rules
      .filter(({ texts }) => fits(...texts.flatMap((key) => textsIn(t(key, { returnObjects: true })))))
      .map(({ path, title }) => ({ path, title: t(title) })),
    news:
      posts?.value.items
        .slice(0, MOST_POSTS)
        .map(({ id, title }) => ({ id, title: title || t("common:untitled") })) ?? null,
  };
}

export type Elsewhere = Awaited<ReturnType<typeof searchElsewhere>>;
