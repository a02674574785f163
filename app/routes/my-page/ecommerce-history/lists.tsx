import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/form/submit-button";
import { EmptyState, Pager } from "~/components/page/list-parts";
import { ButtonLink, Icon, ItemCount, Link, TextLink } from "~/components/text/elements";
import { StatePicture } from "~/components/page/state-picture";
import { MoneyLine } from "~/components/payment/money-line";
import { Amount } from "~/components/text/amount";
import { Time } from "~/components/text/time";
import { groupNeighbours } from "~/domain/group-neighbours";
import { formatMonth } from "~/domain/japan-time";
import { orderTime } from "~/domain/order-number";
import { paths } from "~/domain/paths";
import { moneyPlaceOf } from "~/domain/purchase-outcome";
import type { Order, OrderListData } from "#server/wire/orders";
import type { itemPictures, loadPurchases } from "./load.server";
import { orderList } from "./order-list";

type Purchases = Omit<Awaited<ReturnType<typeof loadPurchases>>, "ledger">;
type ItemPicture = Awaited<ReturnType<typeof itemPictures>>[number];

const MAX_STACKED = 3;

const Pictures = ({ pictures }: { pictures: (ItemPicture | undefined)[] }) => (
  <span className="bought__pictures">
    {pictures.slice(0, MAX_STACKED).map((picture, index) => (
      <span key={index}>
        {picture ? <img src={picture.image} width={96} height={72} alt="" loading="lazy" /> : null}
      </span>
    ))}
  </span>
);

export function MyPurchases({ open, ended, texts, pictures }: Purchases & { pictures: ItemPicture[] }) {
  const { t } = useTranslation("my-page");
  if (open.length + ended.length === 0) return null;
  const entryOf = (purchase: Purchases["open"][number]): EntryProps => ({
    purchase,
    texts,
    picture: pictures.find(({ id }) => id === purchase.objectId),
  });
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
              <OpenPurchase key={purchase.key} {...entryOf(purchase)} />
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
              <EndedPurchase key={purchase.key} {...entryOf(purchase)} />
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}

interface EntryProps {
  purchase: Purchases["open"][number];
  texts: Purchases["texts"];
  picture: ItemPicture | undefined;
}

/** Time of an outcome that differs from what the member was told before. */
const Changed = ({ at, text }: { at: string | undefined; text: string }) =>
  at === undefined ? null : (
    <span className="soft small">
      {text} <Time value={at} /> (JST)
    </span>
  );

function OpenPurchase({ purchase, texts, picture }: EntryProps) {
  const { key, name, quantity, amount, currency, createdAt, money, moneyText, statusText, changedAt } =
    purchase;
  return (
    <li className="panel">
      <Pictures pictures={[picture]} />
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
        <Changed at={changedAt} text={texts.changed} />
      </div>
      <ButtonLink to={paths.store.purchase(key)} look="line" size="small">
        {texts.look}
      </ButtonLink>
    </li>
  );
}

function EndedPurchase({ purchase, texts, picture }: EntryProps) {
  const { key, kind, name, quantity, createdAt, taken, orderNumber, transactionId, money } = purchase;
  return (
    <li>
      <span className="bought__when">
        <Time value={taken?.at ?? createdAt} /> <small className="soft">(JST)</small>
      </span>
      <Pictures pictures={[picture]} />
      <div>
        <strong>
          <ItemCount name={name} quantity={quantity} />
        </strong>
        <span className="small">{purchase.statusText}</span>
        <Changed at={purchase.changedAt} text={texts.changed} />
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
        {money === "taken" && taken?.refunded !== undefined ? (
          <span className="small">
            {texts.refunded} <Amount amount={taken.refunded} type={taken.currency} size="text" />
          </span>
        ) : null}
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

export function OrdersList({ data, pictures }: { data: OrderListData; pictures: ItemPicture[] }) {
  const { t, i18n } = useTranslation(["my-page", "common"]);
  const { content, pagination } = data;
  // In Japan's time. Undefined if the order's number contains no date.
  const monthOf = ({ orderNumber }: Order) => {
    const time = orderTime(orderNumber);
    return time && formatMonth(time, i18n.language);
  };
  return (
    <section className="orders" aria-labelledby="order-list">
      <div className="tbar">
        <h3 id="order-list">{t("common:nav.orders")}</h3>
        <p>{t("my-page:orders.count", { count: pagination.totalItem })}</p>
      </div>
      {groupNeighbours(content, monthOf).map(({ key: month, items }) => (
        <section key={items[0]?.id} className="orders__month">
          <h4>{month ?? t("my-page:orders.noMonth")}</h4>
          <ul className="plain panel bought">
            {items.map((order) => (
              <OrderEntry key={order.id} order={order} pictures={pictures} />
            ))}
          </ul>
        </section>
      ))}
      <Pager {...orderList.pager({ page: pagination.currentPage }, pagination.totalPage)} />
    </section>
  );
}

function OrderEntry({ order, pictures }: { order: Order; pictures: ItemPicture[] }) {
  const { t } = useTranslation("my-page");
  const { orderNumber, orderItems, totalPrice, currency } = order;
  const time = orderTime(orderNumber);
  const [first, ...others] = orderItems;
  // An order without items has one empty frame.
  const shown = first
    ? orderItems.map(({ productName }) => pictures.findLast(({ name }) => name === productName))
    : [undefined];
  return (
    <li>
      <span className="bought__when">{time ? <Time value={time.toISOString()} /> : "-"}</span>
      <Pictures pictures={shown} />
      <div>
        <Link className="bought__name" to={paths.myPage.order(orderNumber)}>
          {first ? <ItemCount name={first.productName} quantity={first.quantity} /> : orderNumber}
          {others.length > 0 ? ` ${t("orders.more", { count: others.length })}` : null}
        </Link>
        {others.length > 0 ? (
          <ul className="plain bought__more">
            {others.map((item, index) => (
              <li key={index}>
                <ItemCount name={item.productName} quantity={item.quantity} />
              </li>
            ))}
          </ul>
        ) : null}
        {first ? <span className="code">{orderNumber}</span> : null}
      </div>
      <div className="bought__end">
        <Amount amount={totalPrice} type={currency} />
      </div>
    </li>
  );
}

export function NoOrders() {
  const { t } = useTranslation(["my-page", "errors"]);
  return (
    <EmptyState
      picture="no-orders"
      level={3}
      title={t("errors:web.054")}
      text={t("my-page:orders.empty")}
      action={
        <ButtonLink look="line" to={paths.store.products()}>
          {t("my-page:orders.toStore")}
        </ButtonLink>
      }
    />
  );
}

/** Shown without a valid token for the order service; signing in again provides one. */
export function OrdersRefused() {
  const { t } = useTranslation(["my-page", "common"]);
  return (
    <div className="panel empty" role="alert">
      <StatePicture name="locked" />
      <h3>{t("my-page:orders.refusedTitle")}</h3>
      <p>{t("my-page:orders.refused")}</p>
      <Form method="post" action={paths.signOut}>
        <SubmitButton look="line">{t("common:nav.signOut")}</SubmitButton>
      </Form>
    </div>
  );
}
