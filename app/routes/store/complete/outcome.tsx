import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink, TextLink } from "~/components/text/elements";
import { Fact } from "~/components/payment/fact";
import { MoneyLine } from "~/components/payment/money-line";
import { BackLink } from "~/components/page/back-link";
import { PageHead } from "~/components/page/page-head";
import { type StateName, StatePicture } from "~/components/page/state-picture";
import type { MoneyLine as Money } from "~/domain/purchase-status";
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

/** Shown if the page fails: tells that the payment's state is unknown and links to a retry. */
export function UnreadableState() {
  const { t } = useTranslation("store");
  const { pathname, search } = useLocation();
  return (
    <Outcome
      picture="unknown"
      money="unknown"
      title={t("complete.status.unknown.title")}
      text={<p>{t("complete.status.unknown.text")}</p>}
    >
      <p className="form__do">
        <a className="btn btn--line" href={pathname + search}>
          {t("complete.checkAgain")}
        </a>
      </p>
    </Outcome>
  );
}

/** For a purchase that the site has no record of; `number`: of the payment or transaction in the URL, or null. */
export function LostPurchase({ number }: { number: string | null }) {
  const { t } = useTranslation("store");
  const inquiry = {
    typeCode: "PURCHASE_REFUND",
    transactionId: number ?? undefined,
    subject: t("lost.subject"),
  };
  return (
    <Outcome picture="forgotten" money="unknown" title={t("lost.title")} text={<p>{t("lost.text")}</p>}>
      {number === null ? null : (
        <dl className="outcome__facts">
          <Fact label={t("complete.number")} className="code">
            {number}
          </Fact>
        </dl>
      )}
      <div className="form__do">
        <ButtonLink to={paths.myPage.ecommerceHistory()}>{t("purchases.title")}</ButtonLink>
        <ButtonLink to={paths.myPage.history()} look="line">
          {t("lost.history")}
        </ButtonLink>
      </div>
      <TextLink to={paths.support.inquiryWith(inquiry)} icon="arrow-right">
        {t("lost.contact")}
      </TextLink>
    </Outcome>
  );
}
