import { useTranslation } from "react-i18next";
import { ButtonLink, TextLink } from "~/components/page/button-link";
import { paths } from "~/domain/paths";
import { Outcome } from "./outcome";

interface LostPurchaseProps {
  /** Payment or transaction number from the URL; null if it has none. */
  number: string | null;
}

/** Tells that the site has no record of this purchase and cannot say whether it was paid. */
export function LostPurchase({ number }: LostPurchaseProps) {
  const { t } = useTranslation(["store", "common"]);
  const inquiry = {
    typeCode: "PURCHASE_REFUND",
    transactionId: number ?? undefined,
    subject: t("store:lost.subject"),
  };
  return (
    <Outcome
      picture="forgotten"
      money="unknown"
      title={t("store:lost.title")}
      text={<p>{t("store:lost.text")}</p>}
    >
      {number === null ? null : (
        <dl className="outcome__facts">
          <div>
            <dt>{t("store:complete.number")}</dt>
            <dd className="code">{number}</dd>
          </div>
        </dl>
      )}
      <div className="form__do">
        <ButtonLink to={paths.myPage.ecommerceHistory()}>{t("store:purchases.title")}</ButtonLink>
        <ButtonLink to={paths.myPage.history()} look="line">
          {t("store:lost.history")}
        </ButtonLink>
      </div>
      <TextLink to={paths.support.inquiryWith(inquiry)} icon="arrow-right">
        {t("store:lost.contact")}
      </TextLink>
    </Outcome>
  );
}
