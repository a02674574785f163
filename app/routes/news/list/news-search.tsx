import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Link } from "~/components/text/link";
import { MAX_KEYWORD, type NewsQuery, newsSearches } from "~/domain/news-query";

/** Search by title, or by title and text: a GET form, so the address is the search. */
export function NewsSearch({ query, clearHref }: { query: NewsQuery; clearHref: string }) {
  const { t } = useTranslation("news");
  return (
    <Form method="get" role="search" aria-label={t("search.label")} className="search-form">
      {query.type ? <input type="hidden" name="type" value={query.type} /> : null}
      <label className="sr" htmlFor="news-by">
        {t("search.by")}
      </label>
      <select className="select" id="news-by" name="by" defaultValue={query.by} key={query.by}>
        {newsSearches.map((by) => (
          <option key={by} value={by}>
            {t(`search.${by}`)}
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
        key={query.keyword}
        defaultValue={query.keyword}
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
