import { useTranslation } from "react-i18next";
import { Icon, Link, Prose, TextLink, UserText } from "~/components/text/elements";
import type { DisplayedFaqType, InquiryType } from "~/domain/inquiry-types";
import { paths } from "~/domain/paths";

interface FaqEntry {
  id: number;
  type: DisplayedFaqType;
  question: string;
  html: string;
  inquiryType: InquiryType;
}

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
