import { useTranslation } from "react-i18next";
import { Amount } from "~/components/text/amount";
import { UserText } from "~/components/text/user-text";
import { Time } from "~/components/text/time";
import type { PaymentType } from "~/domain/currencies";
import type { PurchaseSummary } from "~/domain/purchase-summary";

interface HistoryLinesProps {
  /** Amounts in whole units. */
  lines: NonNullable<PurchaseSummary["lines"]>;
  currency: PaymentType;
}

/** Lists history rows that may belong to the purchase, for the member to decide. */
export function HistoryLines({ lines, currency }: HistoryLinesProps) {
  const { t } = useTranslation("store");
  return (
    <section className="outcome__lines" aria-labelledby="lines-title">
      <h2 id="lines-title">{t("complete.lines")}</h2>
      <ul className="plain">
        {lines.map(({ id, at, amount, note, currency: own = currency }) => (
          <li key={id} className="line-of">
            <Time value={at} />
            <span>
              <UserText text={note} />
            </span>
            <Amount amount={-amount * 100} type={own} />
          </li>
        ))}
      </ul>
    </section>
  );
}
