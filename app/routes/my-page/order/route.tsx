import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useMyPage } from "~/components/layout/island";
import { BackLink } from "~/components/page/back-link";
import { Amount } from "~/components/text/amount";
import { Facts, Icon, ScriptButton, UserText } from "~/components/text/elements";
import { Time } from "~/components/text/time";
import type { Language } from "~/domain/language-tag";
import { addDays } from "~/domain/calendar";
import { dayOf } from "~/domain/japan-time";
import { formatCount } from "~/domain/money";
import { orderTime } from "~/domain/order-number";
import { memberName } from "~/domain/member-name";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { callApi } from "#server/api/api.server";
import { readPages } from "#server/api/read-pages.server";
import { ApiError } from "#server/errors/api-error";
import { requireMember, type Session } from "#server/session/session.server";
import { orderTokens } from "#server/session/token-sources.server";
import type { Order } from "#server/wire/orders";
import "./order.css";

export { unlistedMeta as meta } from "~/components/document/route-exports";

export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args)]);
  const order = await findOrder(session, args.params["orderNumber"] ?? "", lng);
  const time = orderTime(order.orderNumber)?.toISOString() ?? null;
  const title = translator(lng)("my-page:order.title");
  return json({ order, time, title });
}

const PAGE_SIZE = 50;
/** Most pages of three days that are searched for one order. */
const MOST_PAGES = 20;

/**
 * Returns one order of the member. The API has no call for it, but the order number contains its date, so this
 * searches the list of that day and its neighbours (the order service's time zone is unknown).
 *
 * @throws Response 404 if it is no order number, the member has no such order, or there is no valid token for the
 * order service, without which no call may be made
 * @throws ApiError
 */
async function findOrder(session: Session, orderNumber: string, language: Language): Promise<Order> {
  const time = orderTime(orderNumber);
  const tokens = time && (await orderTokens(session));
  if (!time || !tokens) throw new Response(null, { status: 404 });
  const day = dayOf(time);
  const range = { from: addDays(day, -1), to: addDays(day, 1) };
  const read = async (page: number) => {
    const query = { ...range, page, size: PAGE_SIZE };
    const { content, pagination } = await callApi("orders", { tokens, language, query });
    return { rows: content, pageCount: pagination.totalPage, total: pagination.totalItem };
  };
  const onCut = () => {
    throw ApiError.shape("GET /v1/users/orders", `more than ${MOST_PAGES} pages in three days`);
  };
  for await (const rows of readPages(read, { idOf: ({ id }) => id, mostPages: MOST_PAGES, onCut })) {
    const order = rows.find((candidate) => candidate.orderNumber === orderNumber);
    if (order) return order;
  }
  throw new Response(null, { status: 404 });
}

export default function OrderPage() {
  const { order, time } = useLoaderData<typeof loader>();
  const buyer = useMyPage();
  const { t, i18n } = useTranslation(["my-page", "common"]);
  const name = memberName(buyer, i18n.language);
  return (
    <div className="my-tab order-sheet">
      <p className="order-sheet__bar">
        <BackLink to={paths.myPage.ecommerceHistory()}>{t("order.back")}</BackLink>
        {/* Without scripts the browser's menu prints. */}
        <ScriptButton className="btn btn--line btn--small" onClick={() => window.print()}>
          <Icon name="printer" />
          {t("order.print")}
        </ScriptButton>
      </p>
      <article className="panel sheet-part" aria-labelledby="order-number">
        <h2 id="order-number">{order.orderNumber}</h2>
        <Facts
          rows={[
            [t("orders.date"), <>{time ? <Time value={time} /> : "-"} (JST)</>],
            [
              t("order.buyer"),
              <>
                {name === undefined ? null : t("order.name", { name })}
                {buyer.email ? <br /> : null}
                {buyer.email}
              </>,
            ],
            [t("order.seller"), t("common:siteName")],
          ]}
        />
        <table className="order-items">
          <thead>
            <tr>
              <th scope="col">{t("orders.product")}</th>
              <th scope="col">{t("orders.quantity")}</th>
            </tr>
          </thead>
          <tbody>
            {order.orderItems.map(({ productName, quantity }, index) => (
              <tr key={index}>
                <td>
                  <UserText text={productName} />
                </td>
                <td>{formatCount(quantity)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t("order.total")}</th>
              <td>
                <Amount amount={order.totalPrice} type={order.currency} size="receipt" />
              </td>
            </tr>
          </tfoot>
        </table>
      </article>
    </div>
  );
}

export { PartOnlyBoundary as ErrorBoundary } from "~/components/page/page-error";
