import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useFollowedValue } from "~/components/document/use-followed-value";
import { Link } from "~/components/text/elements";
import { MAX_KEYWORD, type NewsQuery, newsSearches } from "~/domain/news-query";

/** Searches by title, or by title and text. A GET form, so that the search is part of the URL. */
export function NewsSearch({ query, clearHref }: { query: NewsQuery; clearHref: string }) {
  const { t } = useTranslation("news");
  const by = useFollowedValue<HTMLSelectElement>(query.by ?? newsSearches[0]);
  const keyword = useFollowedValue<HTMLInputElement>(query.keyword ?? "");
  return (
    <Form method="get" role="search" aria-label={t("search.label")} className="search-form">
      {query.type ? <input type="hidden" name="type" value={query.type} /> : null}
      <label className="sr" htmlFor="news-by">
        {t("search.by")}
      </label>
      <select className="select" id="news-by" name="by" {...by}>
        {newsSearches.map((search) => (
          <option key={search} value={search}>
            {t(`search.${search}`)}
          </option>
        ))}
      </select>
      <label className="sr" htmlFor="news-keyword">
        {t("search.keyword")}
      </label>
      <input
        className="input"
        id="news-keyword"
        name="keyword"
        type="search"
        {...keyword}
        maxLength={MAX_KEYWORD}
        placeholder={t("search.keyword")}
      />
      <button className="btn btn--small" type="submit">
        {t("search.submit")}
      </button>
      {query.keyword ? (
        <Link className="link" to={clearHref}>
          {t("search.clear")}
        </Link>
      ) : null}
    </Form>
  );
}
