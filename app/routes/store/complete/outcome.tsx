import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { MoneyLine } from "~/components/payment/money-line";
import { BackLink } from "~/components/page/back-link";
import { PageHead } from "~/components/page/page-head";
import { type StateName, StatePicture } from "~/components/page/state-picture";
import type { MoneyLine as Money } from "~/domain/purchase-outcome";
import { paths } from "~/domain/paths";
import "./complete.css";

interface OutcomeProps {
  picture: StateName;
  money: Money;
  title: string;
  /** Text below the title. Announced when it changes, together with the title and the money line. */
  text: ReactNode;
  children: ReactNode;
}

/** Shows the state of a purchase: image, money line, text, item and one main action. */
export function Outcome({ picture, money, title, text, children }: OutcomeProps) {
  const { t } = useTranslation("store");
  return (
    <>
      <PageHead stand="store" size="task">
        <BackLink to={paths.myPage.ecommerceHistory()}>{t("purchases.title")}</BackLink>
      </PageHead>
      <div className="wrap page-body">
        <section className="outcome" aria-labelledby="status-title">
          <div>
            <StatePicture name={picture} />
          </div>
          <div className="outcome__say">
            <div className="outcome__news" role="status">
              <MoneyLine money={money} text={t(`money.${money}`)} />
              <h1 id="status-title">{title}</h1>
              {text}
            </div>
            {children}
          </div>
        </section>
      </div>
    </>
  );
}
