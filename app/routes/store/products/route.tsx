import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useRouteError } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "~/components/page/empty-state";
import { PageError } from "~/components/page/page-error";
import { PageHead } from "~/components/page/page-head";
import { Pager } from "~/components/list/pager";
import { LedgerUnreadable } from "~/components/payment/ledger-unreadable";
import { OpenPaymentNote } from "~/components/payment/open-payment-note";
import { listTitle } from "~/components/document/list-title";
import { pageMeta } from "~/components/document/seo";
import { readPage } from "~/domain/page-window";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { listProducts } from "#server/api/store.server";
import { safeAddress } from "#server/api/sanitize-html.server";
import { ifReadable } from "#server/purchases/outcomes.server";
import { isShown, mayBePaid } from "#server/purchases/purchase.server";
import { reconcile } from "#server/purchases/reconcile.server";
import { summaryOf } from "#server/purchases/summary.server";
import { requireMember } from "#server/session/session.server";
import { ExchangeLink } from "./exchange-link";
import { Goods } from "./goods";

export const handle = { i18n: ["store"] };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", description: data?.description, image: "store" });

/** accounts-and-store.md section 9: store page size. */
const PAGE_SIZE = 10;

export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args.request)]);
  const asked = readPage(new URL(args.request.url).searchParams.get("page"));
  const read = (page: number) => listProducts(session, { page, size: PAGE_SIZE, language: lng });
  const [first, purchases] = await Promise.all([read(asked), ifReadable(() => reconcile(session))]);
  // A page number outside the range is page 1 (docs/decisions/0002).
  const page = readPage(asked, first.total_pages);
  const list = page === asked ? first : await read(page);
  const t = translator(lng);
  return json({
    page,
    totalPages: list.total_pages,
    items: list.items.map(({ id, name, sale_amount, payment_type, objectImages }) => ({
      id,
      // The name of a link, too.
      name: name || t("common:untitled"),
      amount: sale_amount,
      type: payment_type,
      image: objectImages[0] && safeAddress(objectImages[0].url),
    })),
    // A payment that no card was sent to is only an item that was not bought.
    ledger: purchases ? ("readable" as const) : ("unreadable" as const),
    open: (purchases ?? []).filter((each) => isShown(each) && mayBePaid(each)).map(summaryOf),
    title: listTitle(t, t("store:title"), { page }),
    description: t("store:description"),
  });
}

export default function Products() {
  const { page, totalPages, items, open, ledger } = useLoaderData<typeof loader>();
  const { t } = useTranslation("store");
  return (
    <>
      <PageHead scene="store" title={t("title")} lead={t("lead")} />
      <div className="wrap page-body grid gap-8">
        {ledger === "unreadable" ? <LedgerUnreadable /> : null}
        {open.map((payment) => (
          <OpenPaymentNote key={payment.key} payment={payment} />
        ))}
        <section aria-labelledby="items">
          <h2 id="items" className="sr">
            {t("list.heading")}
          </h2>
          {items.length === 0 ? (
            <EmptyState picture="no-orders" title={t("list.empty")} text={t("list.emptyText")} level={3} />
          ) : (
            <Goods items={items} />
          )}
          <Pager page={page} totalPages={totalPages} href={(to) => paths.store.products({ page: to })} />
        </section>
        <ExchangeLink />
      </div>
    </>
  );
}

export function ErrorBoundary() {
  return <PageError error={useRouteError()} />;
}
