import { useTranslation } from "react-i18next";
import { SearchForm } from "~/components/list/search-form";
import { Link } from "~/components/text/elements";
import { type FaqType, faqFilters } from "~/domain/inquiry-types";
import { paths } from "~/domain/paths";

interface FaqFilterProps {
  type: FaqType | undefined;
  /** Number of answers per type; undefined on the error page. */
  counts?: Partial<Record<FaqType | "all", number>>;
  keyword?: string | undefined;
  /** True if there are enough questions for a search. */
  isSearchable?: boolean;
}

/** Image of each filter's shelf and its width in px (art/people/tasks.mjs). */
const shelves: Record<(typeof faqFilters)[number] | "all", [name: string, width: number]> = {
  all: ["all", 108],
  ACCOUNT_RELATED: ["account", 94],
  USER_GUIDE: ["use", 85],
  PURCHASE_REFUND: ["purchase", 84],
  REPORT_SANCTION: ["report", 72],
  EVENT: ["event", 71],
  BUG_ERROR: ["bug", 73],
  ETC: ["other", 87],
};

/** Shows the search, and below it a link with a shelf of books for each type. */
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
            const [name, width] = shelves[one];
            return (
              <li key={one}>
                <Link
                  to={paths.support.faq({ type, keyword })}
                  {...(chosen === type ? { "aria-current": "page" as const } : {})}
                >
                  <span className="shelves__books">
                    <img src={`/art/shelf/${name}.svg`} width={width} height={44} alt="" />
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
