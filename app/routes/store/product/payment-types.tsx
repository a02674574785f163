import { useTranslation } from "react-i18next";
import { type FieldMeta, RadioGroup } from "~/components/form/fields";
import type { PaymentType } from "~/domain/currencies";
import { amountText } from "~/i18n/amount-text";

interface PaymentTypesProps {
  meta: FieldMeta;
  type: PaymentType;
  /** In whole units; null if the item is paid by card. */
  balance: number | null;
}

/**
 * Shows the payment types: card, with PayPal disabled (accounts-and-store.md section 2), or the balance in the item's
 * currency. The balance is the only choice then and is preselected.
 */
export function PaymentTypes({ meta, type, balance }: PaymentTypesProps) {
  const { t } = useTranslation("store");
  const method = t("item.method");
  if (balance !== null) {
    const hint = t("item.balanceHint", { amount: amountText(t, balance * 100, type) });
    return (
      <RadioGroup
        meta={meta}
        legend={<span className="sr">{method}</span>}
        look="rows"
        options={[{ value: "BALANCE", label: t("item.balance"), hint }]}
        defaultValue="BALANCE"
      />
    );
  }
  return (
    <RadioGroup
      meta={meta}
      legend={method}
      look="rows"
      options={[
        { value: "STRIPE", label: t("item.card"), hint: t("item.cardHint") },
        { value: "PAYPAL", label: t("item.paypal"), hint: t("item.paypalHint"), disabled: true },
      ]}
    />
  );
}
