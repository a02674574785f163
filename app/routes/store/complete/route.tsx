import { isRouteErrorResponse, useLoaderData, useRouteError } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { LedgerUnreadable } from "~/components/payment/ledger-unreadable";
import { PageError } from "~/components/page/page-error";
import { PageHead } from "~/components/page/page-head";
import type { completeLoader } from "./handlers.server";
import { LostPurchase, UnreadableState } from "./outcome";
import { PurchaseStatus } from "./purchase-status";

export const handle = { i18n: ["store"] };

export { clientAction, shouldRevalidate, unlistedMeta as meta } from "~/components/document/route-exports";
export { completeAction as action, completeLoader as loader } from "./handlers.server";

export default function Complete() {
  const data = useLoaderData<typeof completeLoader>();
  const { t } = useTranslation("store");
  if ("ledger" in data) {
    return (
      <>
        <PageHead figure="store" size="task" title={data.title} />
        <div className="read page-body">
          <LedgerUnreadable>
            <p className="mt-2">{t("ledger.paid")}</p>
          </LedgerUnreadable>
        </div>
      </>
    );
  }
  if ("lost" in data) return <LostPurchase number={data.lost.number} />;
  return <PurchaseStatus key={data.purchase.key} {...data} />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  // Errors below 500 are final, such as a missing purchase. For other errors the state of the purchase is unknown.
  return isRouteErrorResponse(error) && error.status < 500 ? (
    <PageError error={error} />
  ) : (
    <UnreadableState />
  );
}
