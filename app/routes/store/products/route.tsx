import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ButtonLink, Link, UserText } from "~/components/text/elements";
import type { HeadOf } from "~/components/layout/area";
import { EmptyState, ListStatus, Pager } from "~/components/page/list-parts";
import { StatePicture } from "~/components/page/state-picture";
import { SearchForm } from "~/components/list/search-form";
import { OpenPayments } from "~/components/payment/open-payments";
import { listTitle } from "~/components/document/seo";
import { Amount } from "~/components/text/amount";
import { paths } from "~/domain/paths";
import { textFragment } from "~/domain/text-fragment";
import { languageOf, translator } from "~/i18n/i18n.server";
import { safeAddress } from "#server/api/sanitize-html.server";
import { requireMember } from "#server/session/session.server";
import { productList } from "./product-list";
import { readShelf } from "./read-shelf.server";
import "./goods.css";

const head: HeadOf = ({ t }) => ({
  title: t("store:title"),
  lead: t("store:lead"),
});

export const handle = { i18n: ["store"], head };

export { textMeta as meta } from "~/components/document/route-exports";

export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args)]);
  const asked = productList.read(new URL(args.request.url).searchParams);
  const { keyword } = asked;
  const { page, totalPages, count, items } = await readShelf(session, lng, asked);
  const t = translator(lng);
  return json({
    page,
    totalPages,
    keyword,
    count,
    items: items.map(({ id, name, sale_amount, payment_type, objectImages }) => ({
      id,
      // Also the text of a link, so never empty.
      name: name || t("common:untitled"),
      amount: sale_amount,
      type: payment_type,
      image: objectImages[0] && safeAddress(objectImages[0].url),
    })),
    title: listTitle(t, t("store:title"), { keyword, page }),
    description: t("store:description"),
  });
}

export default function Products() {
  const { page, totalPages, keyword, count, items } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["store", "common"]);
  const words = textFragment(keyword);
  return (
    <div className="wrap page-body grid gap-8">
      <OpenPayments />
      <section aria-labelledby="items">
        <h2 id="items" className="sr">
          {t("list.heading")}
        </h2>
        {totalPages > 1 || keyword !== undefined ? (
          <div className="list-bar shelf-bar">
            <ListStatus>
              {keyword === undefined ? null : t("common:search.found", { keyword, count })}
            </ListStatus>
            <SearchForm label={t("search.label")} keyword={keyword} clearHref={paths.store.products()} />
          </div>
        ) : null}
        {items.length === 0 && keyword !== undefined ? (
          <EmptyState
            picture="no-results"
            title={t("search.none", { keyword })}
            text={t("search.noneText")}
            action={<ButtonLink to={paths.store.products()}>{t("search.all")}</ButtonLink>}
            level={3}
          />
        ) : items.length === 0 ? (
          <EmptyState picture="no-orders" title={t("list.empty")} text={t("list.emptyText")} level={3} />
        ) : (
          <ul className="shelf plain">
            {items.map(({ id, name, amount, type, image }, index) => (
              <li key={id} className="good">
                {/* 4:3, like the catalogue's images. The frame keeps its size while one is loading or missing. */}
                <div className="good__picture">
                  {image ? (
                    <img src={image} width={640} height={480} alt="" loading={index < 6 ? "eager" : "lazy"} />
                  ) : null}
                </div>
                <div className="good__words">
                  <h3>
                    <UserText text={name} />
                  </h3>
                  <Link
                    className="good__go"
                    to={paths.store.product(id) + words}
                    reloadDocument={words !== ""}
                    aria-label={t("list.buyNamed", { name })}
                  >
                    {t("list.buy")}
                  </Link>
                </div>
                <p className="price-tag">
                  <Amount amount={amount} type={type} size="tag" />
                </p>
              </li>
            ))}
          </ul>
        )}
        <Pager {...productList.pager({ keyword, page }, totalPages)} />
      </section>
      <ExchangeLink />
    </div>
  );
}

function ExchangeLink() {
  const { t } = useTranslation("store");
  return (
    <aside className="to-exchange" aria-labelledby="to-exchange">
      <div>
        <StatePicture name="exchange" />
      </div>
      <p>
        <strong id="to-exchange">{t("list.exchange")}</strong>{" "}
        <span className="sign">{t("list.exchangeSoon")}</span>
        <br />
        <span className="soft">{t("list.exchangeText")}</span>
      </p>
      <ButtonLink to={paths.store.soriaExchange} look="line" size="small">
        {t("exchange.look")}
      </ButtonLink>
    </aside>
  );
}

export { StoreErrorBoundary as ErrorBoundary } from "~/components/payment/open-payments";
