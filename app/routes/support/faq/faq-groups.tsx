import { useTranslation } from "react-i18next";
import type { DisplayedFaqType } from "~/domain/inquiry-types";
import { type FaqEntry, FaqItem } from "./faq-item";

/** The entries of each type together, types in the order in which they come first. */
function byType(items: FaqEntry[]): [DisplayedFaqType, FaqEntry[]][] {
  const groups = new Map<DisplayedFaqType, FaqEntry[]>();
  for (const item of items) groups.set(item.type, [...(groups.get(item.type) ?? []), item]);
  return [...groups];
}

/** A page of questions under the names of their types; each name stands once. */
export function FaqGroups({ items, open }: { items: FaqEntry[]; open: number | undefined }) {
  const { t } = useTranslation("support");
  return (
    <div className="faq-groups">
      {byType(items).map(([type, ofType]) => (
        <section key={type} className="faq-group" aria-labelledby={`faq-${type}`}>
          <h2 id={`faq-${type}`}>{t(`faq.types.${type}`)}</h2>
          <div className="panel">
            {ofType.map((item) => (
              // The address that opens an item opens it again, also when it has been closed by hand.
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
