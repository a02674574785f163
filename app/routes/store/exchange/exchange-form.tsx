import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Alert } from "~/components/message/alert";
import { ButtonLink } from "~/components/page/button-link";
import { isInUse } from "~/components/document/controls";
import { Checkbox } from "~/components/form/checkbox";
import { FieldFrame, wiring } from "~/components/form/field-parts";
import { PageForm } from "~/components/form/page-form";
import { useFormAnswer, usePageForm } from "~/components/form/use-page-form";
import { useEarlyInput } from "~/components/form/use-early-input";
import { SubmitButton } from "~/components/form/submit-button";
import { useHydrated } from "~/components/document/use-hydrated";
import {
  addQuickAmount,
  checkExchange,
  exchangeableAmount,
  quickAmounts,
  readExchangeAmount,
} from "~/domain/exchange-rules";
import type { FormOpening } from "~/domain/form-answer";
import { formatCount } from "~/domain/money";
import { paths } from "~/domain/paths";
import type { ExchangeAnswer } from "./action.server";
import { ExchangePreview } from "./exchange-preview";

interface ExchangeFormProps {
  opening: FormOpening;
  holdings: { soria: number; soriaPlus: number };
}

/** Amount, quick adds, the notices, the consent. Without scripts each button asks the server. */
export function ExchangeForm({ opening, holdings }: ExchangeFormProps) {
  const { t } = useTranslation("store");
  const hydrated = useHydrated();
  const answer = useFormAnswer<ExchangeAnswer>(opening.name);
  const form = usePageForm<"amount" | "agree">(opening);
  const { fields } = form;
  const [amount, setAmount] = useState(answer?.amount ?? opening.kept?.values["amount"] ?? "");
  useEarlyInput((field) => field && setAmount(field.value), fields.amount.id);
  const sent = answer?.amount;
  const { id } = fields.amount;
  useEffect(() => {
    if (sent !== undefined && !isInUse(document.getElementById(id))) setAmount(sent);
  }, [sent, id]);

  const typed = checkExchange(amount, holdings.soria) ? undefined : readExchangeAmount(amount);
  const preview = hydrated ? typed : answer?.preview;

  const filler = (intent: string, next: () => number, label: string) => (
    <button
      key={intent}
      type={hydrated ? "button" : "submit"}
      name="intent"
      value={intent}
      formNoValidate
      className="btn btn--line btn--small"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page begins where it was pressed
      autoFocus={answer?.pressed === intent}
      onClick={() => setAmount(String(next()))}
    >
      {label}
    </button>
  );
  return (
    <PageForm of={form} noValidate className="panel form-panel" preventScrollReset>
      {answer?.isLater ? (
        <Alert role="status" answer={answer}>
          {t("exchange.later")}
        </Alert>
      ) : null}
      <FieldFrame meta={fields.amount} label={t("exchange.amount")} hint={t("exchange.amountHint")}>
        <input
          {...wiring(fields.amount, true)}
          className="input num"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
        />
      </FieldFrame>
      <div className="flex flex-wrap gap-2" role="group" aria-label={t("exchange.quick")}>
        {quickAmounts.map((quick) =>
          filler(`add-${quick}`, () => addQuickAmount(amount, quick), `+${formatCount(quick)}`),
        )}
        {filler("all", () => exchangeableAmount(holdings.soria), t("exchange.all"))}
      </div>
      <ExchangePreview holdings={holdings} amount={preview} />
      <div>
        <h3 className="!text-base">{t("exchange.notices")}</h3>
        <ul className="small soft mt-2 list-disc ps-6">
          <li>{t("exchange.noticeMinimum")}</li>
          <li>{t("exchange.noticeUnit")}</li>
          <li>{t("exchange.noticeCancel")}</li>
        </ul>
      </div>
      <Checkbox meta={fields.agree} label={t("exchange.agree")} />
      <div className="form__do">
        <ButtonLink to={paths.store.products()} look="line">
          {t("exchange.cancel")}
        </ButtonLink>
        {/* Not taken away by a script that starts: nothing moves under the finger. */}
        <noscript>
          <button type="submit" name="intent" value="preview" className="btn btn--line">
            {t("exchange.preview")}
          </button>
        </noscript>
        <SubmitButton name="intent" value="exchange">
          {t("exchange.submit")}
        </SubmitButton>
      </div>
    </PageForm>
  );
}
