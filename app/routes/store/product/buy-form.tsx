import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon, TextLink, Alert } from "~/components/text/elements";
import { isInUse } from "~/components/document/controls";
import { useHydrated } from "~/components/document/use-hydrated";
import {
  type BoundField,
  Checkbox,
  FieldError,
  type FieldMeta,
  initialText,
  RadioGroup,
  wiring,
} from "~/components/form/fields";
import { PageForm, useFormActionData, usePageForm } from "~/components/form/page-form";
import { SubmitButton } from "~/components/form/submit-button";
import { Amount } from "~/components/text/amount";
import { Fact } from "~/components/payment/fact";
import { useEarlyInput } from "~/components/form/use-early-input";
import { CardScriptFailure, useCardScript } from "~/components/payment/card-purchase";
import type { PaymentType } from "~/domain/currencies";
import type { FormSetup } from "~/domain/form-setup";
import { MAX_CARD_AMOUNT, priceMark, totalHundredths } from "~/domain/money";
import { paths } from "~/domain/paths";
import type { CardSetup } from "~/domain/purchase-summary";
import { MAX_QUANTITY, readQuantity, stepQuantity } from "~/domain/quantity";
import { amountText } from "~/i18n/amount-text";
import type { BuyActionData } from "./action.server";
import { buyFields } from "./form";
import "~/components/payment/ticket.css";

interface BuyFormProps {
  setup: FormSetup;
  /** `isSellable`: the item has a price that its currency can pay. */
  item: { id: number; name: string; amount: number | null; type: PaymentType; isSellable: boolean };
  /** Balance in the item's currency, in whole units; null if it is paid by card. */
  balance: number | null;
  card: CardSetup | null;
  /** Id of this form: the same form sent again returns the same purchase. */
  purchaseKey: string;
  title: ReactNode;
}

/** Shows quantity, payment type and consent. A plain form; scripts calculate the total and show what is missing. */
export function BuyForm({ setup, item, balance, card, purchaseKey, title }: BuyFormProps) {
  const { t } = useTranslation("store");
  const actionData = useFormActionData<BuyActionData>(setup.name);
  const form = usePageForm(buyFields, setup, { defaultValue: { quantity: "1" } });
  const { fields } = form;
  const [quantity, setQuantity] = useState(actionData?.quantity ?? initialText(fields.quantity.meta) ?? "");
  const [isChosen, setChosen] = useState(
    balance !== null || initialText(fields.paymentType.meta) !== undefined,
  );
  const [isConfirmed, setConfirmed] = useState(initialText(fields.confirm.meta) !== undefined);
  const script = useCardScript(card);
  // Reloaded data must not change the form that is on the screen: its next press would be another purchase.
  const [formId, setFormId] = useState(actionData?.key ?? purchaseKey);
  if (actionData?.key && actionData.key !== formId) setFormId(actionData.key);

  // The quantity from the server (a step without scripts, full-width digits) replaces the input.
  const sent = actionData?.quantity;
  const { id } = fields.quantity.meta;
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
  }, id);

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
          balance={balance}
          isForSale={isForSale}
          onWait={canBuy ? undefined : () => form.showMissing({ quantity: "store:errors.quantityTooLarge" })}
        />
      }
      onSubmit={script.onSubmit}
      onChange={({ currentTarget }) => readChoices(currentTarget)}
    >
      <CardScriptFailure {...script} />
      <input type="hidden" name="key" value={formId} />
      <input type="hidden" name="price" value={priceMark(item.amount, item.type)} />
      <input type="hidden" name="script" value={script.state === "ready" ? "ready" : ""} />
      <dl className="lines">
        <Fact label={t("item.unitPrice")}>
          <Amount amount={item.amount} type={item.type} />
        </Fact>
        <QuantityLine
          meta={fields.quantity.meta}
          value={quantity}
          onChange={setQuantity}
          pressed={actionData?.pressed}
        />
      </dl>
      {isForSale ? (
        <PaymentTypes of={fields.paymentType} item={item} balance={balance} />
      ) : (
        <Alert>
          {t(item.isSellable ? "item.noCard" : item.amount === null ? "item.noPrice" : "item.notSold")}
        </Alert>
      )}
    </PageForm>
  );
}

/** Shows the payment types: card, with PayPal disabled (accounts-and-store.md section 2), or the item's balance. */
function PaymentTypes({ of, item, balance }: Pick<BuyFormProps, "item" | "balance"> & { of: BoundField }) {
  const { t } = useTranslation("store");
  if (balance === null) {
    const options = [
      { value: "STRIPE", label: t("item.card"), hint: t("item.cardHint") },
      { value: "PAYPAL", label: t("item.paypal"), hint: t("item.paypalHint"), disabled: true },
    ];
    return <RadioGroup of={of} look="rows" options={options} required={false} />;
  }
  const amount = amountText(t, balance * 100, item.type);
  const options = [{ value: "BALANCE", label: t("item.balance"), hint: t("item.balanceHint", { amount }) }];
  const legend = <span className="sr">{t("item.method")}</span>;
  return (
    <RadioGroup
      of={of}
      legend={legend}
      look="rows"
      options={options}
      defaultValue="BALANCE"
      required={false}
    />
  );
}

interface QuantityLineProps {
  meta: FieldMeta;
  value: string;
  onChange: (value: string) => void;
  /** The pressed button, if the page was loaded after a form submission. */
  pressed: string | undefined;
}

/** Shows the quantity with a minus and a plus button. Without scripts the buttons submit to the server. */
function QuantityLine({ meta, value, onChange, pressed }: QuantityLineProps) {
  const { t } = useTranslation("store");
  const hydrated = useHydrated();
  const quantity = readQuantity(value) ?? 1;
  const step = (by: number, name: "decrease" | "increase") => (
    <button
      type={hydrated ? "button" : "submit"}
      name="intent"
      value={name}
      formNoValidate
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- keeps the focus on the pressed button
      autoFocus={pressed === name}
      disabled={by < 0 ? quantity <= 1 : quantity >= MAX_QUANTITY}
      onClick={() => onChange(String(stepQuantity(value, by)))}
      aria-label={t(`item.${name}`)}
    >
      <Icon name={by < 0 ? "minus" : "plus"} size={18} />
    </button>
  );
  return (
    <div>
      <dt>
        <label htmlFor={meta.id}>{t("item.quantity")}</label>
      </dt>
      <dd>
        {/* `noscript`, not removed after hydration, so that the layout does not shift. */}
        <noscript>
          <button type="submit" name="intent" value="recount" formNoValidate className="link small">
            {t("item.recount")}
          </button>
        </noscript>
        <span className="qty">
          {step(-1, "decrease")}
          <input
            {...wiring(meta, undefined)}
            inputMode="numeric"
            autoComplete="off"
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          {step(1, "increase")}
        </span>
      </dd>
      <FieldError meta={meta} />
    </div>
  );
}

interface TicketStubProps extends Pick<BuyFormProps, "balance"> {
  confirm: BoundField;
  type: PaymentType;
  /** In hundredths; undefined while it cannot be calculated. */
  total: number | undefined;
  /** Shown instead of a missing total. */
  noTotal: string;
  /** The item is sold, and can be paid here. */
  isForSale: boolean;
  /** Set until payment type and consent are ticked and the total is above 0: says what is missing. */
  onWait: (() => void) | undefined;
}

/** Lower part of the form: the balance after the purchase, or the current one if the result is unknown or below 0. */
function TicketStub({ confirm, type, total, noTotal, balance, isForSale, onWait }: TicketStubProps) {
  const { t } = useTranslation("store");
  const hydrated = useHydrated();
  const balanceAfter = balance === null || total === undefined ? undefined : balance * 100 - total;
  const isShort = balanceAfter !== undefined && balanceAfter < 0;
  const balanceShown = isShort ? undefined : balanceAfter;
  return (
    <div className="ticket__stub">
      <p className="ticket__total">
        <span>{t("item.total")}</span>
        <span aria-live="polite">
          {total === undefined ? (
            <span className="small">{noTotal}</span>
          ) : (
            <Amount amount={total} type={type} size="total" />
          )}
        </span>
      </p>
      <p className="ticket__after">
        {balance === null ? (
          isForSale && t("item.cardNext")
        ) : (
          <>
            <span>{t(balanceShown === undefined ? "item.balanceNow" : "item.balanceAfter")}</span>
            <Amount amount={balanceShown ?? balance * 100} type={type} />
          </>
        )}
      </p>
      {isShort ? (
        <p className="ticket__short">
          <Icon name="bad" />
          {t("item.short", { missing: amountText(t, -balanceAfter, type) })}
        </p>
      ) : isForSale ? (
        <Checkbox className="ticket__ok" of={confirm} required={false} />
      ) : null}
      <div className="ticket__do">
        <TextLink to={paths.store.products()}>{t("item.cancel")}</TextLink>
        {isForSale ? (
          <SubmitButton
            name="intent"
            value="buy"
            size="big"
            wide
            busy={t("item.buying")}
            disabled={isShort}
            onWait={hydrated && !isShort ? onWait : undefined}
          >
            {t("item.buy")}
          </SubmitButton>
        ) : null}
      </div>
    </div>
  );
}
