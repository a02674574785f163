import { useTranslation } from "react-i18next";
import { SearchForm } from "~/components/list/search-form";
import { Tabs } from "~/components/page/tabs";
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

/** Shows the filter by type and the search. */
export function FaqFilter({ type: chosen, counts, keyword, isSearchable }: FaqFilterProps) {
  const { t } = useTranslation("support");
  const countOf = (type: FaqType | "all") => counts && (counts[type] ?? 0);
  return (
    <div className="list-bar">
      <Tabs
        label={t("faq.filter")}
        items={[
          {
            to: paths.support.faq({ keyword }),
            label: t("faq.all"),
            count: countOf("all"),
            current: !chosen,
          },
          ...faqFilters.map((type) => ({
            to: paths.support.faq({ type, keyword }),
            label: t(`faq.types.${type}`),
            count: countOf(type),
            current: chosen === type,
          })),
        ]}
      />
      {isSearchable ? (
        <SearchForm
          label={t("faq.search.label")}
          keyword={keyword}
          clearHref={paths.support.faq({ type: chosen })}
        >
          {chosen ? <input type="hidden" name="type" value={chosen} /> : null}
        </SearchForm>
      ) : null}
    </div>
  );
}
