import { useTranslation } from "react-i18next";
import { formatPrice } from "~/domain/money";
import { paths } from "~/domain/paths";
import type { PaymentView } from "~/domain/payment-view";
import { Alert } from "../message/alert";
import { TextLink } from "../page/button-link";

interface OpenPaymentNoteProps {
  payment: PaymentView;
  /** What the form was answered, when the answer is about this payment. */
  answer?: object | undefined;
}

/** Says that a payment is not finished, and leads to where it can be. */
export function OpenPaymentNote({ payment, answer }: OpenPaymentNoteProps) {
  const { t } = useTranslation("store");
  const { name, quantity, amount, currency, transactionId } = payment;
  const price = formatPrice(amount, currency, "item");
  return (
    <Alert title={t("open.title")} answer={answer} {...(answer ? { role: "alert" as const } : {})}>
      <p>{t("open.text", { name, quantity, price })}</p>
      <TextLink to={paths.store.complete({ transaction: transactionId })} icon="arrow-right">
        {t("open.link")}
      </TextLink>
    </Alert>
  );
}
