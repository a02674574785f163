import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Alert } from "~/components/message/alert";
import { ButtonLink } from "~/components/page/button-link";
import { isInUse } from "~/components/document/controls";
import { Checkbox } from "~/components/form/checkbox";
import { initialText } from "~/components/form/field-parts";
import { PageForm } from "~/components/form/page-form";
import { useFormAnswer, usePageForm } from "~/components/form/use-page-form";
import { Amount } from "~/components/text/amount";
import { SubmitButton } from "~/components/form/submit-button";
import { useEarlyInput } from "~/components/form/use-early-input";
import { useCardScript } from "~/components/payment/use-card-script";
import { useHydrated } from "~/components/document/use-hydrated";
import type { PaymentType } from "~/domain/currencies";
import type { FormOpening } from "~/domain/form-answer";
import { MAX_CARD_AMOUNT, priceMark, totalHundredths } from "~/domain/money";
import { paths } from "~/domain/paths";
import type { CardSetup } from "~/domain/purchase-summary";
import { readQuantity } from "~/domain/quantity";
import type { BuyAnswer } from "./action.server";
import { PaymentTypes } from "./payment-types";
import { QuantityLine } from "./quantity-line";

interface BuyFormProps {
  opening: FormOpening;
  /** `isSellable`: it has a price, and one that its currency can pay. */
  item: { id: number; name: string; amount: number | null; type: PaymentType; isSellable: boolean };
  /** Of the item's currency, in whole units; null when a card pays. */
  balance: number | null;
  card: CardSetup | null;
  /** Of the intention to buy: as long as it is the same, pressing again leads to the same purchase. */
  purchaseKey: string;
}

/** Quantity, payment type, confirmation. A plain form; the script works out the total and says what is missing. */
export function BuyForm({ opening, item, balance, card, purchaseKey }: BuyFormProps) {
  const { t } = useTranslation("store");
  const hydrated = useHydrated();
  const answer = useFormAnswer<BuyAnswer>(opening.name);
  const form = usePageForm<"quantity" | "paymentType" | "confirm">(opening, {
    defaultValue: { quantity: "1" },
  });
  const { fields } = form;
  const [quantity, setQuantity] = useState(answer?.quantity ?? initialText(fields.quantity) ?? "");
  const [isChosen, setChosen] = useState(initialText(fields.paymentType) !== undefined);
  const [isConfirmed, setConfirmed] = useState(initialText(fields.confirm) !== undefined);
  const script = useCardScript(card);

  // The server's word on the quantity (a step without scripts, full-width digits) wins over what was typed.
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
  // More than a card can pay is not offered.
  const total = balance === null && (exact ?? 0) > MAX_CARD_AMOUNT ? undefined : exact;
  const canBuy = isChosen && isConfirmed && total !== undefined && total > 0;
  const isForSale = item.isSellable && (balance !== null || card !== null);
  return (
    <PageForm
      of={form}
      noValidate
      className="panel form-panel"
      title={<h2 className="sr">{t("item.buy")}</h2>}
      offlineText={t("errors.offline")}
      onSubmit={script.onSubmit}
      onChange={({ currentTarget }) => readChoices(currentTarget)}
    >
      {script.state === "failed" ? (
        <Alert kind="error" role="alert">
          <p>{t("item.scriptFailed")}</p>
          <button type="button" className="link" onClick={script.retry}>
            {t("item.scriptRetry")}
          </button>
        </Alert>
      ) : null}
      <input type="hidden" name="key" value={answer?.key ?? purchaseKey} />
      <input type="hidden" name="price" value={priceMark(item.amount, item.type)} />
      <input type="hidden" name="script" value={script.state === "ready" ? "ready" : ""} />
      <dl className="lines">
        <div>
          <dt>{t("item.unitPrice")}</dt>
          <dd>
            <Amount amount={item.amount} type={item.type} />
          </dd>
        </div>
        <QuantityLine
          meta={fields.quantity}
          value={quantity}
          onChange={setQuantity}
          pressed={answer?.pressed}
        />
        <div className="sum">
          <dt>{t("item.total")}</dt>
          <dd aria-live="polite">
            {total === undefined ? (
              <span className="small">
                {typed === undefined ? t("errors.quantity") : t("item.totalUnknown")}
              </span>
            ) : (
              <Amount amount={total} type={item.type} size="total" />
            )}
          </dd>
        </div>
      </dl>
      {isForSale ? (
        <>
          <PaymentTypes meta={fields.paymentType} type={item.type} balance={balance} />
          <Checkbox meta={fields.confirm} label={t("item.confirm")} />
        </>
      ) : (
        <Alert>{t(balance === null && !card ? "item.noCard" : "item.noPrice")}</Alert>
      )}
      <div className="form__do">
        <ButtonLink to={paths.store.products()} look="line">
          {t("item.cancel")}
        </ButtonLink>
        {isForSale ? (
          <SubmitButton name="intent" value="buy" busy={t("item.buying")} disabled={hydrated && !canBuy}>
            {t("item.buy")}
          </SubmitButton>
        ) : null}
      </div>
    </PageForm>
  );
}
