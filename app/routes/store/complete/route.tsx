import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, useLoaderData, useRouteError } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { LedgerUnreadable } from "~/components/payment/ledger-unreadable";
import { PageError } from "~/components/page/page-error";
import { PageHead } from "~/components/page/page-head";
import { pageMeta } from "~/components/document/seo";
import { completeAction } from "./action.server";
import { completeLoader } from "./load.server";
import { LostPurchase } from "./lost-purchase";
import { PurchaseStatus } from "./purchase-status";
import { UnreadableState } from "./unreadable-state";

export const handle = { i18n: ["store"] };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", noindex: true });

export async function loader(args: LoaderFunctionArgs) {
  return completeLoader(args);
}

export async function action(args: ActionFunctionArgs) {
  return completeAction(args);
}

export { clientAction, shouldRevalidate } from "~/components/document/offline-action";

export default function Complete() {
  const data = useLoaderData<typeof loader>();
  const { t } = useTranslation("store");
  if ("ledger" in data) {
    return (
      <>
        <PageHead stand="store" size="task" title={data.title} />
        <div className="read page-body">
          <LedgerUnreadable>
            <p className="mt-2">{t("ledger.paid")}</p>
          </LedgerUnreadable>
        </div>
      </>
    );
  }
  if ("lost" in data) return <LostPurchase number={data.lost.number} />;
  const { form, purchase, reading, balances, card } = data;
  return (
    <PurchaseStatus
      key={purchase.key}
      opening={form}
      purchase={purchase}
      reading={reading}
      balances={balances}
      setup={card}
    />
  );
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
