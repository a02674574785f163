import { useTranslation } from "react-i18next";
import { formatCount } from "~/domain/money";
import { paths } from "~/domain/paths";
import type { PurchaseSummary } from "~/domain/purchase-summary";
import { amountText } from "~/i18n/amount-text";
import { Alert } from "../message/alert";
import { TextLink } from "../page/button-link";

/** Alert about an unfinished or unclear purchase, with a link to its page. */
export function OpenPaymentNote({ payment }: { payment: PurchaseSummary }) {
  const { t } = useTranslation("store");
  const { key, kind, name, quantity, amount, currency } = payment;
  const price = amountText(t, amount, currency);
  return (
    <Alert title={t(kind === "balance" ? "open.titleUnknown" : "open.title")}>
      <p>{t("open.text", { name, quantity: formatCount(quantity), price })}</p>
      <TextLink to={paths.store.purchase(key)} icon="arrow-right">
        {t("open.link")}
      </TextLink>
    </Alert>
  );
}
