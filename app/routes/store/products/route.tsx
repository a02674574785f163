import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { HeadOf } from "~/components/layout/area";
import { EmptyState } from "~/components/page/empty-state";
import { Pager } from "~/components/list/pager";
import { OpenPayments } from "~/components/payment/open-payments";
import { listTitle } from "~/components/document/list-title";
import { pageMeta } from "~/components/document/seo";
import { readPage } from "~/domain/page-window";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { listProducts } from "#server/api/store.server";
import { safeAddress } from "#server/api/sanitize-html.server";
import { requireMember } from "#server/session/session.server";
import { ExchangeLink } from "./exchange-link";
import { Goods } from "./goods";

const head: HeadOf = ({ t }) => ({ title: t("store:title"), lead: t("store:lead"), size: undefined });

export const handle = { i18n: ["store"], head };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", description: data?.description });

/** accounts-and-store.md section 9: store page size. */
const PAGE_SIZE = 10;

export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args.request)]);
  const asked = readPage(new URL(args.request.url).searchParams.get("page"));
  const read = (page: number) => listProducts(session, { page, size: PAGE_SIZE, language: lng });
  const first = await read(asked);
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
    title: listTitle(t, t("store:title"), { page }),
    description: t("store:description"),
  });
}

export default function Products() {
  const { page, totalPages, items } = useLoaderData<typeof loader>();
  const { t } = useTranslation("store");
  return (
    <div className="wrap page-body grid gap-8">
      <OpenPayments />
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
  );
}

export { StoreErrorBoundary as ErrorBoundary } from "~/components/payment/open-payments";
