import { useTranslation } from "react-i18next";
import { Checkbox, type FieldMeta } from "~/components/form/fields";
import { SubmitButton } from "~/components/form/submit-button";
import { useHydrated } from "~/components/document/use-hydrated";
import { Icon, TextLink } from "~/components/text/elements";
import { Amount } from "~/components/text/amount";
import type { PaymentType } from "~/domain/currencies";
import { paths } from "~/domain/paths";
import { amountText } from "~/i18n/amount-text";
import "~/components/payment/ticket.css";

interface TicketStubProps {
  confirm: FieldMeta;
  type: PaymentType;
  /** In hundredths; undefined while it cannot be calculated. */
  total: number | undefined;
  /** Shown instead of a missing total. */
  noTotal: string;
  /** Balance in the item's currency, in hundredths; null for an item that is paid by card. */
  balance: number | null;
  /** The product is sold, and can be paid here. */
  isForSale: boolean;
  /** Payment type and consent are ticked, and the total is known and above 0. */
  canBuy: boolean;
}

/**
 * Lower part of the buy form: total, balance, consent, Cancel and Buy. The balance is the one after the purchase, or
 * the current one if it is too small or the total is unknown.
 */
export function TicketStub({ confirm, type, total, noTotal, balance, isForSale, canBuy }: TicketStubProps) {
  const { t } = useTranslation("store");
  const hydrated = useHydrated();
  const balanceAfter = balance === null || total === undefined ? undefined : balance - total;
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
          isForSale ? (
            t("item.cardNext")
          ) : null
        ) : (
          <>
            <span>{t(balanceShown === undefined ? "item.balanceNow" : "item.balanceAfter")}</span>
            <Amount amount={balanceShown ?? balance} type={type} />
          </>
        )}
      </p>
      {isShort ? (
        <p className="ticket__short">
          <Icon name="bad" />
          {t("item.short", { missing: amountText(t, -balanceAfter, type) })}
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
