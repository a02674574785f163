import { useTranslation } from "react-i18next";
import { UserText } from "~/components/text/user-text";
import { Prose } from "~/components/text/prose";
import { TextLink } from "~/components/page/button-link";
import { Icon } from "~/components/text/icon";
import { Link } from "~/components/text/link";
import type { DisplayedFaqType, InquiryType } from "~/domain/inquiry-types";
import { paths } from "~/domain/paths";

export interface FaqEntry {
  id: number;
  type: DisplayedFaqType;
  question: string;
  html: string;
  inquiryType: InquiryType;
}

interface FaqItemProps {
  item: FaqEntry;
  isOpen: boolean;
}

export function FaqItem({ item, isOpen }: FaqItemProps) {
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
