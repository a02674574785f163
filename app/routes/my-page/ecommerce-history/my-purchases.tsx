import { useTranslation } from "react-i18next";
import { MoneyLine } from "~/components/payment/money-line";
import { ButtonLink, TextLink } from "~/components/page/button-link";
import { Amount } from "~/components/text/amount";
import { Icon } from "~/components/text/icon";
import { ItemCount } from "~/components/text/item-count";
import { Time } from "~/components/text/time";
import { paths } from "~/domain/paths";
import { moneyPlaceOf } from "~/domain/purchase-outcome";
import { Pictures } from "./pictures";
import type { ItemPictures } from "./pictures.server";
import type { ListedPurchase, loadPurchases } from "./purchases.server";
import "./purchases.css";

type Texts = Awaited<ReturnType<typeof loadPurchases>>["texts"];

interface MyPurchasesProps {
  /** Unfinished purchases and those with an unknown outcome, newest first. */
  open: ListedPurchase[];
  /** Ended purchases of the last 90 days, newest first. */
  ended: ListedPurchase[];
  texts: Texts;
  pictures: ItemPictures;
}

/** Shows the member's store purchases: open ones with their actions at the top, ended ones below. */
export function MyPurchases({ open, ended, texts, pictures: { byId } }: MyPurchasesProps) {
  const { t } = useTranslation("my-page");
  if (open.length + ended.length === 0) return null;
  return (
    <section className="my-purchases" aria-labelledby="purchases-title">
      <div className="tbar">
        <h3 id="purchases-title">{texts.title}</h3>
        <a className="link" href={paths.myPage.purchasesCsv} download>
          <Icon name="download" />
          {t("history.csv")}
        </a>
      </div>
      {open.length > 0 ? (
        <>
          <p className="soft">{texts.lead}</p>
          <ul className="plain open-now">
            {open.map((purchase) => (
              <OpenPurchase
                key={purchase.key}
                purchase={purchase}
                texts={texts}
                image={byId[purchase.objectId]}
              />
            ))}
          </ul>
        </>
      ) : (
        <p>{texts.noneOpen}</p>
      )}
      {ended.length > 0 ? (
        <>
          <h4>{texts.ended}</h4>
          <ul className="plain panel bought">
            {ended.map((purchase) => (
              <EndedPurchase
                key={purchase.key}
                purchase={purchase}
                texts={texts}
                image={byId[purchase.objectId]}
              />
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}

interface EntryProps {
  purchase: ListedPurchase;
  texts: Texts;
  image: string | undefined;
}

function OpenPurchase({ purchase, texts, image }: EntryProps) {
  const { key, name, quantity, amount, currency, createdAt, money, moneyText, statusText } = purchase;
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
        <MoneyLine money={money} text={moneyText} />
        <p className="small">{statusText}</p>
      </div>
      <ButtonLink to={paths.store.purchase(key)} look="line" size="small">
        {texts.look}
      </ButtonLink>
    </li>
  );
}

/** Shows the charged amount, the number, and links to the receipt and the history row. */
function EndedPurchase({ purchase, texts, image }: EntryProps) {
  const { key, kind, name, quantity, createdAt, taken, orderNumber, transactionId, money } = purchase;
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
        <span className="small">{purchase.statusText}</span>
        {/* An order's number is shown in the order list below and on the receipt. */}
        {orderNumber === undefined && transactionId !== undefined ? (
          <span className="code">
            {texts.number} {transactionId}
          </span>
        ) : null}
      </div>
      <div className="bought__end">
        {/* Only the charged amount reported by the API, never the confirmed amount instead. */}
        {money === "taken" && taken ? <Amount amount={taken.amount} type={taken.currency} /> : null}
        <MoneyLine money={money} text={purchase.moneyText} />
        <span className="bought__links">
          <TextLink to={paths.store.purchase(key)}>{money === "taken" ? texts.receipt : texts.look}</TextLink>
          {money === "taken" && kind === "balance" ? (
            <TextLink to={moneyPlaceOf(purchase)}>{texts.history}</TextLink>
          ) : null}
        </span>
      </div>
    </li>
  );
}
