import { useTranslation } from "react-i18next";
import { Prose } from "~/components/text/prose";
import { Icon } from "~/components/text/icon";
import { Link } from "~/components/text/link";
import type { FaqType, InquiryType } from "~/domain/inquiry-types";
import { paths } from "~/domain/paths";

export interface Answers {
  type: FaqType;
  items: { id: number; question: string; html: string }[];
}

interface OfferedAnswersProps {
  answers: Answers | null;
  types: readonly InquiryType[];
}

/**
 * Shows FAQ answers for the selected type. Without scripts the visitor selects the type by a link, which reloads the
 * page.
 */
export function OfferedAnswers({ answers, types }: OfferedAnswersProps) {
  const { t } = useTranslation("support");
  return (
    <div aria-live="polite" className="offered">
      {answers && answers.items.length > 0 ? (
        <div className="offered__box">
          <h3>{t("answers.title")}</h3>
          {answers.items.map(({ id, question, html }) => (
            <details key={id} className="fold">
              <summary>
                {question}
                <Icon name="chevron" />
              </summary>
              <Prose html={html} />
            </details>
          ))}
          <Link className="link small" to={paths.support.faq({ type: answers.type })}>
            {t("answers.more")}
            <Icon name="arrow-right" />
          </Link>
        </div>
      ) : null}
      {/* `noscript`, not removed after hydration, so that the layout does not shift. */}
      <noscript>
        <details className="fold">
          <summary>
            {t("answers.topics")}
            <Icon name="chevron" />
          </summary>
          <ul className="offered__types">
            {types.map((typeCode) => (
              <li key={typeCode}>
                <a className="link" href={paths.support.inquiryWith({ typeCode })}>
                  {t(`inquiryTypes.${typeCode}`)}
                </a>
              </li>
            ))}
          </ul>
        </details>
      </noscript>
    </div>
  );
}
