import { useTranslation } from "react-i18next";
import { Time } from "~/components/text/time";
import { formatCount } from "~/domain/money";
import type { PurchaseSummary } from "~/domain/purchase-summary";

/** The lines of the history that may be a purchase: the member knows which. */
export function HistoryLines({ lines }: { lines: NonNullable<PurchaseSummary["lines"]> }) {
  const { t } = useTranslation("store");
  return (
    <section aria-labelledby="lines-title">
      <h3 id="lines-title">{t("complete.lines")}</h3>
      <ul className="dots">
        {lines.map(({ id, at, amount, note }) => (
          <li key={id}>
            <Time value={at} /> · <span className="num">−{formatCount(amount)}</span> · {note}
          </li>
        ))}
      </ul>
    </section>
  );
}
