import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLocation } from "@remix-run/react";
import { Area } from "~/components/layout/area";
import { loadedOncePer } from "~/components/document/route-exports";
import type { StoreData } from "~/components/payment/open-payments";
import { paths } from "~/domain/paths";
import { ifReadable, summaryOf } from "#server/purchases/outcomes.server";
import { isShown, mayBePaid } from "#server/purchases/purchase.server";
import { reconcileOnce } from "#server/purchases/reconcile.server";
import { requireMember } from "#server/session/session.server";

export const handle = { i18n: ["store"] };

export async function loader(args: LoaderFunctionArgs) {
  const session = await requireMember(args);
  const purchases = await ifReadable(() => reconcileOnce(session));
  return json<StoreData>({
    ledger: purchases ? "readable" : "unreadable",
    open: (purchases ?? [])
      .filter(isShown)
      .map((each) => ({ ...summaryOf(each), mayBePaid: mayBePaid(each) })),
  });
}

/** Once per path: a purchase may end without a form submission, at the provider or in another tab. */
export const shouldRevalidate = loadedOncePer(({ pathname }) => pathname);

export default function StoreLayout() {
  const { pathname } = useLocation();
  // Tabs only on the list pages, not during a purchase.
  const isShelf = pathname === paths.store.products() || pathname === paths.store.soriaExchange;
  return <Area figure="store" {...(isShelf ? { tabsOf: paths.store.root } : {})} />;
}

export { PageErrorBoundary as ErrorBoundary } from "~/components/page/page-error";
