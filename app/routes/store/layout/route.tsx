import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLocation } from "@remix-run/react";
import { Area } from "~/components/layout/area";
import { loadedOncePer } from "~/components/document/loaded-once";
import type { StoreData } from "~/components/payment/use-store";
import { paths } from "~/domain/paths";
import { ifReadable } from "#server/purchases/outcomes.server";
import { isShown, mayBePaid } from "#server/purchases/purchase.server";
import { reconcileOnce } from "#server/purchases/reconcile.server";
import { summaryOf } from "#server/purchases/summary.server";
import { requireMember } from "#server/session/session.server";

export const handle = { i18n: ["store"] };

/** What is not finished of the member's purchases, for every page of the store. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await requireMember(args);
  const purchases = await ifReadable(() => reconcileOnce(session));
  const data: StoreData = {
    ledger: purchases ? "readable" : "unreadable",
    open: (purchases ?? [])
      .filter(isShown)
      .map((each) => ({ ...summaryOf(each), mayBePaid: mayBePaid(each) })),
  };
  return json(data);
}

/** A purchase may end between two pages, without a form: at the provider, or in another tab. */
export const shouldRevalidate = loadedOncePer(({ pathname }) => pathname);

export default function StoreLayout() {
  const { pathname } = useLocation();
  // On the way to a purchase there is nothing to switch to.
  const isShelf = pathname === paths.store.products() || pathname === paths.store.soriaExchange;
  return <Area scene="store" stand="store" {...(isShelf ? { tabsOf: paths.store.root } : {})} />;
}

export { PageErrorBoundary as ErrorBoundary } from "~/components/page/page-error";
