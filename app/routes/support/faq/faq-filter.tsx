import { useTranslation } from "react-i18next";
import { Tabs } from "~/components/page/tabs";
import { type FaqType, faqFilters } from "~/domain/inquiry-types";
import { paths } from "~/domain/paths";

interface FaqFilterProps {
  type: FaqType | undefined;
  /** How many answers each choice has; left out while nobody knows. */
  counts?: Partial<Record<FaqType | "all", number>>;
}

/** All answers, or those of one type. */
export function FaqFilter({ type: chosen, counts }: FaqFilterProps) {
  const { t } = useTranslation("support");
  const countOf = (type: FaqType | "all") => counts && (counts[type] ?? 0);
  return (
    <div className="list-bar">
      <Tabs
        label={t("faq.filter")}
        items={[
          { to: paths.support.faq(), label: t("faq.all"), count: countOf("all"), current: !chosen },
          ...faqFilters.map((type) => ({
            to: paths.support.faq({ type }),
            label: t(`faq.types.${type}`),
            count: countOf(type),
            current: chosen === type,
          })),
        ]}
      />
    </div>
  );
}
