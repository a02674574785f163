import { useTranslation } from "react-i18next";
import { type Column, DataTable } from "~/components/list/data-table";
import { Pager } from "~/components/list/pager";
import { Amount } from "~/components/text/amount";
import { Time } from "~/components/text/time";
import { OthersWords } from "~/components/text/others-words";
import { Link } from "~/components/text/link";
import { formatCount } from "~/domain/money";
import { orderTime } from "~/domain/order-number";
import { paths } from "~/domain/paths";
import type { Order, OrderItem, OrderListData } from "#server/wire/orders";

/** An item of an order; the first one carries the order's own cells over all of them. */
interface Line {
  order: Order;
  item: OrderItem | undefined;
  index: number;
}

function linesOf(order: Order): Line[] {
  // An order without items still has its number and its amount.
  const items = order.orderItems.length > 0 ? order.orderItems : [undefined];
  return items.map((item, index) => ({ order, item, index }));
}

const span = ({ order, index }: Line) => (index === 0 ? Math.max(1, order.orderItems.length) : 0);

/** Order number, date, product, quantity, amount. An order of several items has a row for each. */
export function OrdersTable({
  orders,
  pagination,
}: {
  orders: Order[];
  pagination: OrderListData["pagination"];
}) {
  const { t } = useTranslation(["my-page", "common"]);
  const columns: Column<Line>[] = [
    {
      key: "number",
      label: t("my-page:orders.number"),
      cell: ({ order }) => <Link to={paths.myPage.order(order.orderNumber)}>{order.orderNumber}</Link>,
      className: "number wide",
      span,
    },
    {
      key: "date",
      label: t("my-page:orders.date"),
      cell: ({ order }) => <OrderTime orderNumber={order.orderNumber} />,
      className: "quiet",
      span,
    },
    {
      key: "product",
      label: t("my-page:orders.product"),
      cell: ({ item }) => (item ? <OthersWords text={item.productName} /> : "-"),
      className: "item",
    },
    {
      key: "quantity",
      label: t("my-page:orders.quantity"),
      cell: ({ item }) => (item ? formatCount(item.quantity) : "-"),
      align: "end",
      className: "item",
      labelInReceipt: true,
    },
    {
      key: "amount",
      label: t("my-page:orders.amount"),
      cell: ({ order }) => <Amount amount={order.totalPrice} type={order.currency} />,
      align: "end",
      className: "sum",
      labelInReceipt: true,
      span,
    },
  ];
  return (
    <div>
      <div className="tbar">
        <p>{t("my-page:orders.count", { count: pagination.totalItem })}</p>
      </div>
      <DataTable
        caption={t("common:nav.orders")}
        columns={columns}
        rows={orders.flatMap(linesOf)}
        rowKey={({ order, index }) => `${order.id} ${index}`}
        rowClassName={({ index }) => (index > 0 ? "more" : undefined)}
        className="orders"
      />
      <Pager
        page={pagination.currentPage}
        totalPages={pagination.totalPage}
        href={(page) => paths.myPage.ecommerceHistory({ page })}
      />
    </div>
  );
}

function OrderTime({ orderNumber }: { orderNumber: string }) {
  const time = orderTime(orderNumber);
  return time ? <Time value={time.toISOString()} /> : <>-</>;
}
