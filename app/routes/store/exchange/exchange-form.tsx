import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { TextLink } from "~/components/text/elements";
import { isInUse } from "~/components/document/controls";
import { FieldFrame, wiring } from "~/components/form/fields";
import { PageForm, useFormActionData, usePageForm } from "~/components/form/page-form";
import { useEarlyInput } from "~/components/form/use-early-input";
import { SubmitButton } from "~/components/form/submit-button";
import { Fact } from "~/components/payment/fact";
import { Amount } from "~/components/text/amount";
import { useHydrated } from "~/components/document/use-hydrated";
import {
  addQuickAmount,
  checkExchange,
  exchangeableAmount,
  quickAmounts,
  readExchangeAmount,
} from "~/domain/exchange-rules";
import type { FormSetup } from "~/domain/form-setup";
import { formatCount } from "~/domain/money";
import { paths } from "~/domain/paths";
import type { ExchangeActionData, holdingsOf } from "./action.server";
import { exchangeFields } from "./form";

type Holdings = ReturnType<typeof holdingsOf>;

/** Calculates the balances after an exchange. Without scripts each button submits to the server. */
export function ExchangeForm({ setup, holdings }: { setup: FormSetup; holdings: Holdings }) {
  const { t } = useTranslation("store");
  const hydrated = useHydrated();
  const actionData = useFormActionData<ExchangeActionData>(setup.name);
  const form = usePageForm(exchangeFields, setup);
  const { fields } = form;
  const [amount, setAmount] = useState(actionData?.amount ?? setup.draft?.values["amount"] ?? "");
  useEarlyInput((field) => field && setAmount(field.value), fields.amount.meta.id);
  const sent = actionData?.amount;
  const { meta } = fields.amount;
  const { id } = meta;
  useEffect(() => {
    if (sent !== undefined && !isInUse(document.getElementById(id))) setAmount(sent);
  }, [sent, id]);

  const typed = checkExchange(amount, holdings.soria) ? undefined : readExchangeAmount(amount);
  const preview = hydrated ? typed : actionData?.preview;

  const filler = (intent: string, next: () => number, label: string) => (
    <button
      key={intent}
      type={hydrated ? "button" : "submit"}
      name="intent"
      value={intent}
      formNoValidate
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- keeps the focus on the pressed button
      autoFocus={actionData?.pressed === intent}
      onClick={() => setAmount(String(next()))}
    >
      {label}
    </button>
  );
  return (
    <PageForm of={form} noValidate className="calc" preventScrollReset>
      <div className="calc__part">
        <FieldFrame meta={meta} label={t("exchange.amount")} hint={t("exchange.amountHint")}>
          <input
            {...wiring(meta, true)}
            className="input num"
            inputMode="numeric"
            autoComplete="off"
            value={amount}
            onChange={({ target }) => setAmount(target.value)}
          />
        </FieldFrame>
        <div className="chips" role="group" aria-label={t("exchange.quick")}>
          {quickAmounts.map((quick) =>
            filler(`add-${quick}`, () => addQuickAmount(amount, quick), `+${formatCount(quick)}`),
          )}
          {filler("all", () => exchangeableAmount(holdings.soria), t("exchange.all"))}
        </div>
        <div>
          <h3 className="text-base">{t("exchange.notices")}</h3>
          <ul>
            <li>{t("exchange.noticeMinimum")}</li>
            <li>{t("exchange.noticeUnit")}</li>
            <li>{t("exchange.noticeCancel")}</li>
          </ul>
        </div>
      </div>
      <div className="calc__part">
        <Result holdings={holdings} amount={preview} />
        {/* Nothing is sent (docs/decisions/0096-decided-openly.md), so the box only changes its look. */}
        <label className="check">
          <input type="checkbox" />
          <span>{t("exchange.agree")}</span>
        </label>
        <div className="form__do">
          <SubmitButton name="intent" value="preview" look="line">
            {t("exchange.preview")}
          </SubmitButton>
          <button type="button" className="btn" disabled>
            {t("exchange.submit")}
          </button>
        </div>
        <TextLink to={paths.store.products()}>{t("exchange.cancel")}</TextLink>
      </div>
    </PageForm>
  );
}

/** Shows the balances now and after the exchange, at a rate of 1:1; `amount` is undefined while it is invalid. */
function Result({ holdings, amount }: { holdings: Holdings; amount: number | undefined }) {
  const { soria, soriaPlus, isSample } = holdings;
  const { t } = useTranslation("store");
  const after = (units: number) => (amount === undefined ? undefined : units * 100);
  const rows = [
    { label: t("exchange.holdings"), amount: soria * 100, type: "SORIA" },
    { label: t("exchange.holdings"), amount: soriaPlus * 100, type: "SORIA_PLUS" },
    { label: t("exchange.resultSoria"), amount: after(soria - (amount ?? 0)), type: "SORIA" },
    { label: t("exchange.resultSoriaPlus"), amount: after(soriaPlus + (amount ?? 0)), type: "SORIA_PLUS" },
  ];
  return (
    <div>
      <dl className="lines" aria-live="polite">
        {rows.map((row) => (
          <Fact key={row.label + row.type} label={row.label}>
            <Amount amount={row.amount} type={row.type} />
          </Fact>
        ))}
      </dl>
      {isSample ? <p className="hint">{t("exchange.sample")}</p> : null}
    </div>
  );
}
