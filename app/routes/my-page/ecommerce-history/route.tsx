import { defer, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { LedgerUnreadable } from "~/components/payment/ledger-unreadable";
import { LatePart, ListSkeleton } from "~/components/list/late-part";
import { PartFailed } from "~/components/page/page-error";
import { listTitle } from "~/components/document/seo";
import { languageOf, translator } from "~/i18n/i18n.server";
import { requireMember } from "#server/session/session.server";
import { partResult, deferredResult } from "#server/errors/settled-part.server";
import { MyPurchases, NoOrders, OrdersList, OrdersRefused } from "./lists";
import { orderList } from "./order-list";
import { itemPictures, loadOrders, loadPurchases } from "./load.server";
import "./purchases.css";

export { unlistedMeta as meta } from "~/components/document/route-exports";

/** The order service is a separate system: its failure affects only the list of orders. */
export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args)]);
  const { page } = orderList.read(new URL(args.request.url).searchParams);
  const t = translator(lng);
  // The title names the page that is shown, and a page outside the range is page 1: only page 1 is known unread.
  const streams = args.context.isDataRequest === true && page === 1;
  const orders = (streams ? deferredResult : partResult)(loadOrders(session, page, lng));
  const [{ ledger, ...purchases }, pictures, whole] = await Promise.all([
    loadPurchases(session, t),
    itemPictures(session, lng),
    streams ? undefined : orders,
  ]);
  const shown = whole?.ok ? whole.value?.pagination.currentPage : undefined;
  return defer(
    {
      page,
      ledger,
      purchases,
      pictures,
      orders: whole ?? orders,
      title: listTitle(t, t("common:nav.orders"), { page: shown ?? 1 }),
    },
    whole?.ok === false ? { status: whole.status } : {},
  );
}

export default function EcommerceHistory() {
  const { page, ledger, purchases, pictures, orders } = useLoaderData<typeof loader>();
  const { t } = useTranslation("common");
  return (
    <div className="my-tab">
      <h2 className="sr" id="orders-title">
        {t("nav.orders")}
      </h2>
      {ledger === "unreadable" ? <LedgerUnreadable /> : <MyPurchases {...purchases} pictures={pictures} />}
      <LatePart key={page} resolve={orders} fallback={<ListSkeleton rows={6} height="2.25rem" />}>
        {(result) => {
          if (!result.ok) return <PartFailed messageKey={result.messageKey} />;
          if (!result.value) return <OrdersRefused />;
          if (result.value.content.length === 0) return <NoOrders />;
          return <OrdersList data={result.value} pictures={pictures} />;
        }}
      </LatePart>
    </div>
  );
}

export { PartOnlyBoundary as ErrorBoundary } from "~/components/page/page-error";
