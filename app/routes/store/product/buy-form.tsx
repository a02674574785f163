import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Alert } from "~/components/text/elements";
import { isInUse } from "~/components/document/controls";
import { type FieldMeta, initialText, RadioGroup } from "~/components/form/fields";
import { PageForm, useFormAnswer, usePageForm } from "~/components/form/page-form";
import { Amount } from "~/components/text/amount";
import { Fact } from "~/components/payment/fact";
import { useEarlyInput } from "~/components/form/use-early-input";
import { CardScriptFailure, useCardScript } from "~/components/payment/card-purchase";
import type { PaymentType } from "~/domain/currencies";
import type { FormSetup } from "~/domain/form-answer";
import { MAX_CARD_AMOUNT, priceMark, totalHundredths } from "~/domain/money";
import type { CardSetup } from "~/domain/purchase-summary";
import { readQuantity } from "~/domain/quantity";
import { amountText } from "~/i18n/amount-text";
import type { BuyAnswer } from "./action.server";
import { QuantityLine } from "./quantity-line";
import { TicketStub } from "./ticket-stub";

interface BuyFormProps {
  opening: FormSetup;
  /** `isSellable`: the item has a price that its currency can pay. */
  item: { id: number; name: string; amount: number | null; type: PaymentType; isSellable: boolean };
  /** Balance in the item's currency, in whole units; null if it is paid by card. */
  balance: number | null;
  card: CardSetup | null;
  /** Idempotency key: with the same key another submit returns the same purchase. */
  purchaseKey: string;
  /** The item's name and story, shown at the top. */
  title: ReactNode;
}

/** Shows quantity, payment type and consent. A plain form; scripts calculate the total and show what is missing. */
export function BuyForm({ opening, item, balance, card, purchaseKey, title }: BuyFormProps) {
  const { t } = useTranslation("store");
  const answer = useFormAnswer<BuyAnswer>(opening.name);
  const form = usePageForm<"quantity" | "paymentType" | "confirm">(opening, {
    defaultValue: { quantity: "1" },
  });
  const { fields } = form;
  const [quantity, setQuantity] = useState(answer?.quantity ?? initialText(fields.quantity) ?? "");
  const [isChosen, setChosen] = useState(balance !== null || initialText(fields.paymentType) !== undefined);
  const [isConfirmed, setConfirmed] = useState(initialText(fields.confirm) !== undefined);
  const script = useCardScript(card);

  // The quantity from the server (a step without scripts, full-width digits) replaces the input.
  const sent = answer?.quantity;
  const { id } = fields.quantity;
  useEffect(() => {
    if (sent !== undefined && !isInUse(document.getElementById(id))) setQuantity(sent);
  }, [sent, id]);

  function readChoices(element: HTMLFormElement) {
    const data = new FormData(element);
    setChosen(data.has("paymentType"));
    setConfirmed(data.has("confirm"));
  }
  useEarlyInput((field) => {
    if (!field) return;
    setQuantity(field.value);
    if (field.form) readChoices(field.form);
  }, fields.quantity.id);

  const typed = readQuantity(quantity);
  const exact = typed === undefined ? undefined : totalHundredths(item.amount, typed);
  // An amount above the card limit cannot be bought.
  const total = balance === null && (exact ?? 0) > MAX_CARD_AMOUNT ? undefined : exact;
  const canBuy = isChosen && isConfirmed && total !== undefined && total > 0;
  const isForSale = item.isSellable && (balance !== null || card !== null);
  return (
    <PageForm
      of={form}
      noValidate
      className="ticket"
      title={title}
      offlineText={t("errors.offline")}
      foot={
        <TicketStub
          confirm={fields.confirm}
          type={item.type}
          total={total}
          noTotal={typed === undefined ? t("errors.quantity") : t("item.totalUnknown")}
          balance={balance === null ? null : balance * 100}
          isForSale={isForSale}
          canBuy={canBuy}
        />
      }
      onSubmit={script.onSubmit}
      onChange={({ currentTarget }) => readChoices(currentTarget)}
    >
      <CardScriptFailure {...script} />
      <input type="hidden" name="key" value={answer?.key ?? purchaseKey} />
      <input type="hidden" name="price" value={priceMark(item.amount, item.type)} />
      <input type="hidden" name="script" value={script.state === "ready" ? "ready" : ""} />
      <dl className="lines">
        <Fact label={t("item.unitPrice")}>
          <Amount amount={item.amount} type={item.type} />
        </Fact>
        <QuantityLine
          meta={fields.quantity}
          value={quantity}
          onChange={setQuantity}
          pressed={answer?.pressed}
        />
      </dl>
      {isForSale ? (
        <PaymentTypes meta={fields.paymentType} item={item} balance={balance} />
      ) : (
        <Alert>{t(balance === null && !card ? "item.noCard" : "item.noPrice")}</Alert>
      )}
    </PageForm>
  );
}

/**
 * Shows the payment types: card, with PayPal disabled (accounts-and-store.md section 2), or the balance in the item's
 * currency. The balance is the only choice then and is preselected.
 */
function PaymentTypes({ meta, item, balance }: Pick<BuyFormProps, "item" | "balance"> & { meta: FieldMeta }) {
  const { t } = useTranslation("store");
  const method = t("item.method");
  if (balance !== null) {
    const hint = t("item.balanceHint", { amount: amountText(t, balance * 100, item.type) });
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
