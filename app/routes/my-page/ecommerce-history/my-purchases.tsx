import { useTranslation } from "react-i18next";
import { TextLink } from "~/components/page/button-link";
import { Time } from "~/components/text/time";
import { formatPrice } from "~/domain/money";
import { paths } from "~/domain/paths";
import { statusOf } from "~/domain/purchase-status";
import type { PurchaseSummary } from "~/domain/purchase-summary";

interface MyPurchasesProps {
  /** Not finished, or not known: newest first. */
  open: PurchaseSummary[];
  /** Those of the last 90 days that have ended, newest first. */
  ended: PurchaseSummary[];
}

/** What was asked for in the store: what is open or not known on top, with what can be done; what has ended below. */
export function MyPurchases({ open, ended }: MyPurchasesProps) {
  const { t } = useTranslation("store");
  if (open.length + ended.length === 0) return null;
  return (
    <section className="panel sheet-part" aria-labelledby="purchases-title">
      <h3 id="purchases-title">{t("purchases.title")}</h3>
      {open.length > 0 ? <List purchases={open} /> : <p>{t("purchases.noneOpen")}</p>}
      {ended.length > 0 ? (
        <details>
          <summary>{t("purchases.ended")}</summary>
          <List purchases={ended} />
        </details>
      ) : null}
    </section>
  );
}

function List({ purchases }: { purchases: PurchaseSummary[] }) {
  const { t } = useTranslation("store");
  return (
    <ul className="plain grid gap-4">
      {purchases.map((purchase) => {
        const { key, name, quantity, amount, currency, createdAt } = purchase;
        const status = statusOf(purchase, { kind: "unknown" });
        return (
          <li key={key} className="grid gap-1">
            <strong>
              {name} × {quantity}
            </strong>
            <span className="num">{formatPrice(amount, currency, "item")}</span>
            <span className="soft small">
              <Time value={createdAt} /> (JST)
            </span>
            <span>{t(`complete.status.${status}.title`)}</span>
            <TextLink to={paths.store.purchase(key)} icon="arrow-right">
              {t("open.link")}
            </TextLink>
          </li>
        );
      })}
    </ul>
  );
}
