import { useTranslation } from "react-i18next";
import { Pager } from "~/components/list/pager";
import { Amount } from "~/components/text/amount";
import { Link } from "~/components/text/link";
import { ItemCount } from "~/components/text/item-count";
import { Time } from "~/components/text/time";
import { formatMonth } from "~/domain/japan-time";
import { groupNeighbours } from "~/domain/group-neighbours";
import { orderTime } from "~/domain/order-number";
import { ownValue } from "~/domain/safe-lookup";
import { paths } from "~/domain/paths";
import type { Order, OrderListData } from "#server/wire/orders";
import { Pictures } from "./pictures";
import type { ItemPictures } from "./pictures.server";

interface OrdersListProps {
  orders: Order[];
  pictures: ItemPictures;
  pagination: OrderListData["pagination"];
}

/** Returns the month of an order in Japan ("November 2026"); undefined if its number contains no date. */
function monthOf({ orderNumber }: Order, lng: string): string | undefined {
  const time = orderTime(orderNumber);
  return time && formatMonth(time, lng);
}

export function OrdersList({ orders, pictures, pagination }: OrdersListProps) {
  const { t, i18n } = useTranslation(["my-page", "common"]);
  return (
    <section className="orders" aria-labelledby="order-list">
      <div className="tbar">
        <h3 id="order-list">{t("common:nav.orders")}</h3>
        <p>{t("my-page:orders.count", { count: pagination.totalItem })}</p>
      </div>
      {groupNeighbours(orders, (order) => monthOf(order, i18n.language)).map(({ key: month, items }) => (
        <section key={items[0]?.id} className="orders__month">
          <h4>{month ?? t("my-page:orders.noMonth")}</h4>
          <ul className="plain panel bought">
            {items.map((order) => (
              <OrderEntry key={order.id} order={order} pictures={pictures} />
            ))}
          </ul>
        </section>
      ))}
      <Pager
        page={pagination.currentPage}
        totalPages={pagination.totalPage}
        href={(page) => paths.myPage.ecommerceHistory({ page })}
      />
    </section>
  );
}

function OrderEntry({ order, pictures }: { order: Order; pictures: ItemPictures }) {
  const { t } = useTranslation("my-page");
  const { orderNumber, orderItems, totalPrice, currency } = order;
  const time = orderTime(orderNumber);
  const [first, ...others] = orderItems;
  // An order without items has one empty frame.
  const images = orderItems.map(({ productName }) => ownValue(pictures.byName, productName));
  return (
    <li>
      <span className="bought__when">{time ? <Time value={time.toISOString()} /> : "-"}</span>
      <Pictures images={images.length > 0 ? images : [undefined]} />
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
