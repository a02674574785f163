import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { SearchForm } from "~/components/list/search-form";
import { Icon, Link, Prose, TextLink, UserText } from "~/components/text/elements";
import type { Elsewhere } from "./search-elsewhere.server";
import {
  type DisplayedFaqType,
  type FaqType,
  faqFilters,
  type InquiryType,
  shelfOf,
} from "~/domain/inquiry-types";
import { paths } from "~/domain/paths";
import { textFragment } from "~/domain/text-fragment";

interface FaqFilterProps {
  type: FaqType | undefined;
  /** Number of answers per type; undefined on the error page. */
  counts?: Partial<Record<FaqType | "all", number>>;
  keyword?: string | undefined;
  /** True if there are enough questions for a search. */
  isSearchable?: boolean;
}

/** Drawing of the shelf of all answers, and its width in px. */
const ALL_SHELVES = ["all", 108] as const;

export function FaqFilter({ type: chosen, counts, keyword, isSearchable }: FaqFilterProps) {
  const { t } = useTranslation("support");
  return (
    <>
      {isSearchable ? (
        <SearchForm
          label={t("faq.search.label")}
          keyword={keyword}
          clearHref={paths.support.faq({ type: chosen })}
        >
          {chosen ? <input type="hidden" name="type" value={chosen} /> : null}
        </SearchForm>
      ) : null}
      <nav aria-label={t("faq.filter")}>
        <ul className="plain shelves">
          {(["all", ...faqFilters] as const).map((one) => {
            const type = one === "all" ? undefined : one;
            const [name, width] = one === "all" ? ALL_SHELVES : shelfOf(one);
            return (
              <li key={one}>
                <Link
                  to={paths.support.faq({ type, keyword })}
                  {...(chosen === type ? { "aria-current": "page" as const } : {})}
                >
                  <span className="shelves__books">
                    {/* An empty shelf has no books. */}
                    {counts && !counts[one] ? null : (
                      <img src={`/art/shelf/${name}.svg`} width={width} height={44} alt="" />
                    )}
                  </span>
                  <span className="shelves__name">
                    {type ? t(`faq.types.${type}`) : t("faq.all")}
                    {counts ? <small>{counts[one] ?? 0}</small> : null}
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
    </>
  );
}

/** Says that the rules and the news were searched as well, and what is there. */
export function FoundElsewhere({
  of: { rules, news },
  keyword,
}: {
  of: Elsewhere;
  keyword: string | undefined;
}) {
  const { t } = useTranslation("support");
  const words = textFragment(keyword);
  const links = [
    ...rules.map(({ path, title }) => ({ to: path + words, title })),
    ...(news ?? []).map(({ id, title }) => ({ to: paths.newsItem(id) + words, title })),
  ];
  return (
    <section className="note faq-contact faq-elsewhere" aria-labelledby="elsewhere">
      <h2 id="elsewhere">{t("faq.search.elsewhere")}</h2>
      {links.length > 0 ? (
        <ul>
          {links.map(({ to, title }) => (
            <li key={to}>
              {/* A document load: browsers look for the words of a text fragment only then. */}
              <TextLink to={to} icon="arrow-right" reloadDocument>
                <UserText text={title} />
              </TextLink>
            </li>
          ))}
        </ul>
      ) : (
        <p>{t(news ? "faq.search.nowhere" : "faq.search.nowhereInRules")}</p>
      )}
    </section>
  );
}

interface FaqEntry {
  id: number;
  type: DisplayedFaqType;
  question: string;
  html: string;
  inquiryType: InquiryType;
}

/** React hook that opens the answer of the URL's fragment; the server sees only the query (`?open=`). */
function useFragment(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const target = hash && document.getElementById(hash.slice(1));
    if (!(target instanceof HTMLDetailsElement) || target.open) return;
    target.open = true;
    target.scrollIntoView();
  }, [hash, key]);
}

export function FaqGroups({ items, open }: { items: FaqEntry[]; open: number | undefined }) {
  useFragment();
  const { t } = useTranslation("support");
  // In the order in which the types first occur.
  const types = [...new Set(items.map(({ type }) => type))];
  return (
    <div className="faq-groups">
      {types.map((type) => (
        <section key={type} className="faq-group" aria-labelledby={`faq-${type}`}>
          <h2 id={`faq-${type}`}>{t(`faq.types.${type}`)}</h2>
          <div className="panel">
            {items
              .filter((item) => item.type === type)
              .map((item) => (
                // The key changes with `open`, so that a link to a closed item opens it again.
                <FaqItem
                  key={item.id === open ? `${item.id}-open` : item.id}
                  item={item}
                  isOpen={item.id === open}
                />
              ))}
          </div>
        </section>
      ))}
    </div>
  );
}

function FaqItem({ item, isOpen }: { item: FaqEntry; isOpen: boolean }) {
  const { t } = useTranslation("support");
  const { id, question, html, inquiryType } = item;
  return (
    <details className="fold faq" id={`faq-${id}`} open={isOpen}>
      <summary>
        <span>
          <UserText text={question} />
        </span>
        <Icon name="chevron" />
      </summary>
      <div>
        <Prose html={html} />
        <p className="faq__do">
          <TextLink to={paths.support.inquiryWith({ typeCode: inquiryType })} icon="arrow-right">
            {t("faq.stuck")}
          </TextLink>
          <Link className="link small" to={paths.support.faqItem(id)} preventScrollReset>
            <Icon name="link" />
            {t("faq.permalink")}
          </Link>
        </p>
      </div>
    </details>
  );
}
