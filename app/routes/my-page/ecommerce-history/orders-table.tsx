import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Pager } from "~/components/pager";
import { Time } from "~/components/time";
import { formatCount, formatHundredths } from "~/domain/money";
import { orderTime } from "~/domain/order-number";
import { paths } from "~/domain/paths";
import type { Order, OrderListData } from "#server/wire/orders";

/** Order number, date, product, quantity, amount. An order of several items has a row for each. */
export function OrdersTable({
  orders,
  pagination,
}: {
  orders: Order[];
  pagination: OrderListData["pagination"];
}) {
  const { t } = useTranslation(["my-page", "common"]);
  return (
    <div>
      <div className="tbar">
        <p>{t("my-page:orders.count", { count: pagination.totalItem })}</p>
      </div>
      <div className="panel">
        {/* The roles are spelled out because browsers drop a table's own when its display changes. */}
        <table className="tbl orders" role="table" aria-label={t("common:nav.orders")}>
          <thead role="rowgroup">
            <tr role="row">
              <th scope="col" role="columnheader">
                {t("my-page:orders.number")}
              </th>
              <th scope="col" role="columnheader">
                {t("my-page:orders.date")}
              </th>
              <th scope="col" role="columnheader">
                {t("my-page:orders.product")}
              </th>
              <th scope="col" role="columnheader" className="r">
                {t("my-page:orders.quantity")}
              </th>
              <th scope="col" role="columnheader" className="r">
                {t("my-page:orders.amount")}
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {orders.map((order) => (
              <OrderRows key={order.id} order={order} />
            ))}
          </tbody>
        </table>
      </div>
      <Pager
        page={pagination.currentPage}
        totalPages={pagination.totalPage}
        href={(page) => paths.myPage.ecommerceHistory({ page })}
      />
    </div>
  );
}

function OrderRows({ order }: { order: Order }) {
  const { t } = useTranslation("my-page");
  const { orderNumber, totalPrice, currency } = order;
  const time = orderTime(orderNumber);
  // An order without items still has its number and its amount.
  const items = order.orderItems.length > 0 ? order.orderItems : [undefined];
  const span = items.length > 1 ? { rowSpan: items.length } : {};
  return (
    <>
      {items.map((item, index) => (
        <tr key={index} role="row" {...(index > 0 ? { "data-more": true } : {})}>
          {index === 0 ? (
            <>
              <td role="cell" className="number" {...span}>
                <Link to={paths.myPage.order(orderNumber)}>{orderNumber}</Link>
              </td>
              <td role="cell" className="date quiet" {...span}>
                {time ? <Time value={time.toISOString()} /> : "-"}
              </td>
            </>
          ) : null}
          <td role="cell" className="item">
            {item?.productName ?? "-"}
          </td>
          <td role="cell" className="r qty-n item" data-label={t("orders.quantity")}>
            {item ? formatCount(item.quantity) : "-"}
          </td>
          {index === 0 ? (
            <td role="cell" className="r sum" {...span}>
              {formatHundredths(totalPrice)} {currency}
            </td>
          ) : null}
        </tr>
      ))}
    </>
  );
}
