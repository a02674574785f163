import { useTranslation } from "react-i18next";
import { Checkbox } from "~/components/form/checkbox";
import type { FieldMeta } from "~/components/form/field-parts";
import { SubmitButton } from "~/components/form/submit-button";
import { useHydrated } from "~/components/document/use-hydrated";
import { TextLink } from "~/components/page/button-link";
import { Amount } from "~/components/text/amount";
import { Icon } from "~/components/text/icon";
import type { PaymentType } from "~/domain/currencies";
import { paths } from "~/domain/paths";
import { amountText } from "~/i18n/amount-text";

interface StubProps {
  confirm: FieldMeta;
  type: PaymentType;
  /** In hundredths; undefined while it cannot be calculated. */
  total: number | undefined;
  /** Shown instead of a missing total. */
  noTotal: string;
  /** Balance in the item's currency, in hundredths; null if it is paid by card. */
  balance: number | null;
  isForSale: boolean;
  /** True if everything is selected and confirmed. */
  canBuy: boolean;
}

/** Shows total, balance after the purchase, consent and Buy button, in the same order as the receipt. */
export function Stub({ confirm, type, total, noTotal, balance, isForSale, canBuy }: StubProps) {
  const { t } = useTranslation("store");
  const hydrated = useHydrated();
  const left = balance === null || total === undefined ? undefined : balance - total;
  const isShort = left !== undefined && left < 0;
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
          isForSale ? (
            t("item.cardNext")
          ) : null
        ) : (
          <>
            <span>{t(isShort ? "item.balanceNow" : "item.balanceAfter")}</span>
            <Amount amount={isShort || left === undefined ? balance : left} type={type} />
          </>
        )}
      </p>
      {isShort ? (
        <p className="ticket__short">
          <Icon name="bad" />
          {t("item.short", { missing: amountText(t, -left, type) })}
        </p>
      ) : isForSale ? (
        <Checkbox className="ticket__ok" meta={confirm} label={t("item.confirm")} />
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
            disabled={isShort || (hydrated && !canBuy)}
          >
            {t("item.buy")}
          </SubmitButton>
        ) : null}
      </div>
    </div>
  );
}
