import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useMyPage } from "~/components/layout/island";
import { BackLink } from "~/components/page/back-link";
import { useHydrated } from "~/components/document/use-hydrated";
import { Amount } from "~/components/text/amount";
import { Icon, UserText } from "~/components/text/elements";
import { Time } from "~/components/text/time";
import { formatCount } from "~/domain/money";
import { orderTime } from "~/domain/order-number";
import { memberName } from "~/domain/member-name";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { languageTags } from "~/i18n/languages";
import { requireMember } from "#server/session/session.server";
import { findOrder } from "./find-order.server";
import "./order.css";

export { unlistedMeta as meta } from "~/components/document/route-exports";

export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args.request)]);
  const order = await findOrder(session, args.params["orderNumber"] ?? "", languageTags[lng]);
  const time = orderTime(order.orderNumber)?.toISOString() ?? null;
  const title = translator(lng)("my-page:order.title");
  return json({ order, time, title });
}

export default function OrderPage() {
  const { order, time } = useLoaderData<typeof loader>();
  const buyer = useMyPage();
  const { t, i18n } = useTranslation(["my-page", "common"]);
  const name = memberName(buyer, i18n.language);
  return (
    <div className="tab order-sheet">
      <p className="order-sheet__bar">
        <BackLink to={paths.myPage.ecommerceHistory()}>{t("order.back")}</BackLink>
        <PrintButton />
      </p>
      <article className="panel sheet-part" aria-labelledby="order-number">
        <h2 id="order-number">{order.orderNumber}</h2>
        <dl className="facts">
          <div>
            <dt>{t("orders.date")}</dt>
            <dd>{time ? <Time value={time} /> : "-"} (JST)</dd>
          </div>
          <div>
            <dt>{t("order.buyer")}</dt>
            <dd>
              {name === undefined ? null : t("order.name", { name })}
              {buyer.email ? <br /> : null}
              {buyer.email}
            </dd>
          </div>
          <div>
            <dt>{t("order.seller")}</dt>
            <dd>{t("common:siteName")}</dd>
          </div>
        </dl>
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

/** Opens the print dialog, which needs a script; without scripts the browser's menu does it. */
function PrintButton() {
  const { t } = useTranslation("my-page");
  const hydrated = useHydrated();
  return (
    <button
      type="button"
      className="btn btn--line btn--small"
      data-needs-script={hydrated ? undefined : ""}
      onClick={() => window.print()}
    >
      <Icon name="printer" />
      {t("order.print")}
    </button>
  );
}

export { PartOnlyBoundary as ErrorBoundary } from "~/components/page/page-error";
