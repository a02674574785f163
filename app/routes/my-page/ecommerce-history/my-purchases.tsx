import { useTranslation } from "react-i18next";
import { MoneyLine } from "~/components/payment/money-line";
import { ButtonLink, TextLink } from "~/components/page/button-link";
import { Amount } from "~/components/text/amount";
import { Icon } from "~/components/text/icon";
import { ItemCount } from "~/components/text/item-count";
import { Time } from "~/components/text/time";
import { paths } from "~/domain/paths";
import { moneyPlaceOf, outcomeOf } from "~/domain/purchase-outcome";
import { statusOf } from "~/domain/purchase-status";
import type { PurchaseSummary } from "~/domain/purchase-summary";
import { Pictures } from "./pictures";
import type { ItemPictures } from "./pictures.server";
import "./purchases.css";

interface MyPurchasesProps {
  /** Unfinished purchases and those with an unknown outcome, newest first. */
  open: PurchaseSummary[];
  /** Ended purchases of the last 90 days, newest first. */
  ended: PurchaseSummary[];
  pictures: ItemPictures;
}

/** Shows the member's store purchases: open ones with their actions at the top, ended ones below. */
export function MyPurchases({ open, ended, pictures: { byId } }: MyPurchasesProps) {
  const { t } = useTranslation(["store", "my-page"]);
  if (open.length + ended.length === 0) return null;
  return (
    <section className="my-purchases" aria-labelledby="purchases-title">
      <div className="tbar">
        <h3 id="purchases-title">{t("store:purchases.title")}</h3>
        <a className="link" href={paths.myPage.purchasesCsv} download>
          <Icon name="download" />
          {t("my-page:history.csv")}
        </a>
      </div>
      {open.length > 0 ? (
        <>
          <p className="soft">{t("store:complete.lead")}</p>
          <ul className="plain open-now">
            {open.map((purchase) => (
              <OpenPurchase key={purchase.key} purchase={purchase} image={byId[purchase.objectId]} />
            ))}
          </ul>
        </>
      ) : (
        <p>{t("store:purchases.noneOpen")}</p>
      )}
      {ended.length > 0 ? (
        <>
          <h4>{t("store:purchases.ended")}</h4>
          <ul className="plain panel bought">
            {ended.map((purchase) => (
              <EndedPurchase key={purchase.key} purchase={purchase} image={byId[purchase.objectId]} />
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}

const stands = (purchase: PurchaseSummary) => statusOf(purchase, { kind: "unknown" });

interface EntryProps {
  purchase: PurchaseSummary;
  image: string | undefined;
}

function OpenPurchase({ purchase, image }: EntryProps) {
  const { t } = useTranslation("store");
  const { key, name, quantity, amount, currency, createdAt } = purchase;
  const status = stands(purchase);
  return (
    <li className="panel">
      <Pictures images={[image]} />
      <div>
        <span className="soft small">
          <Time value={createdAt} /> (JST)
        </span>
        <strong>
          <ItemCount name={name} quantity={quantity} />
        </strong>
        <Amount amount={amount} type={currency} />
      </div>
      <div className="open-now__how">
        <MoneyLine money={outcomeOf(status).money} />
        <p className="small">{t(`complete.status.${status}.title`)}</p>
      </div>
      <ButtonLink to={paths.store.purchase(key)} look="line" size="small">
        {t("open.link")}
      </ButtonLink>
    </li>
  );
}

/** Shows the charged amount, the number, and links to the receipt and the history row. */
function EndedPurchase({ purchase, image }: EntryProps) {
  const { t } = useTranslation("store");
  const { key, kind, name, quantity, createdAt, taken, orderNumber, transactionId } = purchase;
  const status = stands(purchase);
  const { money } = outcomeOf(status);
  return (
    <li>
      <span className="bought__when">
        <Time value={taken?.at ?? createdAt} /> <small className="soft">(JST)</small>
      </span>
      <Pictures images={[image]} />
      <div>
        <strong>
          <ItemCount name={name} quantity={quantity} />
        </strong>
        <span className="small">{t(`complete.status.${status}.title`)}</span>
        {/* An order's number is shown in the order list below and on the receipt. */}
        {orderNumber === undefined && transactionId !== undefined ? (
          <span className="code">
            {t("receipt.number")} {transactionId}
          </span>
        ) : null}
      </div>
      <div className="bought__end">
        {/* Only the charged amount reported by the API, never the confirmed amount instead. */}
        {money === "taken" && taken ? <Amount amount={taken.amount} type={taken.currency} /> : null}
        <MoneyLine money={money} />
        <span className="bought__links">
          <TextLink to={paths.store.purchase(key)}>
            {t(money === "taken" ? "receipt.title" : "open.link")}
          </TextLink>
          {money === "taken" && kind === "balance" ? (
            <TextLink to={moneyPlaceOf(purchase)}>{t("complete.history")}</TextLink>
          ) : null}
        </span>
      </div>
    </li>
  );
}
