import { useTranslation } from "react-i18next";
import type { DisplayedFaqType } from "~/domain/inquiry-types";
import { type FaqEntry, FaqItem } from "./faq-item";

/** Groups the entries by type, in the order in which the types first occur. */
function byType(items: FaqEntry[]): [DisplayedFaqType, FaqEntry[]][] {
  const groups = new Map<DisplayedFaqType, FaqEntry[]>();
  for (const item of items) groups.set(item.type, [...(groups.get(item.type) ?? []), item]);
  return [...groups];
}

export function FaqGroups({ items, open }: { items: FaqEntry[]; open: number | undefined }) {
  const { t } = useTranslation("support");
  return (
    <div className="faq-groups">
      {byType(items).map(([type, ofType]) => (
        <section key={type} className="faq-group" aria-labelledby={`faq-${type}`}>
          <h2 id={`faq-${type}`}>{t(`faq.types.${type}`)}</h2>
          <div className="panel">
            {ofType.map((item) => (
              // The key changes with `open`, so that a link to an item opens it again after the visitor has closed
              // it.
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
