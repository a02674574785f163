import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { TextLink, UserText } from "~/components/text/elements";
import type { HeadOf } from "~/components/layout/area";
import { BackLink } from "~/components/page/back-link";
import { useFormActionData } from "~/components/form/page-form";
import { CardPurchase, useCardDialog } from "~/components/payment/card-purchase";
import { LedgerUnreadable } from "~/components/payment/ledger-unreadable";
import { OpenPayments } from "~/components/payment/open-payments";
import { pageMeta } from "~/components/document/seo";
import { balanceFields, currencyOf } from "~/domain/currencies";
import { priceMark } from "~/domain/money";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { safeAddress } from "#server/api/sanitize-html.server";
import { formForItem } from "#server/purchases/create.server";
import { isSellable, requireItem } from "#server/purchases/order-request.server";
import { ownerOfSession, readLedgerForKeys } from "#server/purchases/ledger.server";
import { ifReadable } from "#server/purchases/outcomes.server";
import { reconcileOnce, refreshBalances } from "#server/purchases/reconcile.server";
import { cardSetup } from "#server/purchases/intents.server";
import { requireMember } from "#server/session/session.server";
import type { BuyActionData } from "./action.server";
import { buyForm } from "./form.server";
import { BuyForm } from "./buy-form";
import { Gallery, MAX_VIEWS } from "./gallery";
import { isShortStory } from "./story";
import "./product.css";

/** The buying panel shows the item's name as heading; the head has a title only if the item could not be loaded. */
const head: HeadOf<typeof loader> = ({ t, data }) => ({
  ...(data ? {} : { title: t("store:title") }),
  children: <BackLink to={paths.store.products()}>{t("store:item.back")}</BackLink>,
});

export const handle = { i18n: ["store"], head };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.item.name ?? "" });

export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args)]);
  const [item, record] = await Promise.all([
    requireItem(session, args.params["id"], lng),
    ifReadable(async () => {
      await reconcileOnce(session);
      return readLedgerForKeys(ownerOfSession(session));
    }),
  ]);
  const currency = currencyOf(item.payment_type);
  const balanceOf = () => (currency ? (session.user?.[balanceFields[currency]] ?? 0) : null);
  // A balance can also grow elsewhere: refresh it before the page says that it is too small.
  const known = balanceOf();
  if (known !== null && known * 100 < (item.sale_amount ?? 0)) await refreshBalances(session);
  return json({
    form: buyForm.open(session, args.request),
    item: {
      id: item.id,
      name: item.name || translator(lng)("common:untitled"),
      amount: item.sale_amount,
      type: item.payment_type,
      isSellable: isSellable(item),
      story: item.story,
      images: item.objectImages.flatMap(({ url }) => safeAddress(url) ?? []).slice(0, MAX_VIEWS),
    },
    balance: balanceOf(),
    card: (!currency && cardSetup()) || null,
    ledger: record ? ("readable" as const) : ("unreadable" as const),
    key: record ? await formForItem(session, item, record) : "",
  });
}

export { buyAction as action } from "./action.server";

export { clientAction, shouldRevalidate } from "~/components/document/route-exports";

export default function Product() {
  const { form, item, balance, card, key, ledger } = useLoaderData<typeof loader>();
  const { t } = useTranslation("store");
  const payment = useFormActionData<BuyActionData>(form.name)?.payment;
  const dialog = useCardDialog(payment);
  const isShort = isShortStory(item.story);
  const story = (
    <p className="story">
      <UserText text={item.story} />
    </p>
  );
  const title = (
    <div className="ticket__name">
      <h1>
        <UserText text={item.name} />
      </h1>
      {item.story !== "" && isShort ? story : null}
    </div>
  );
  return (
    <>
      <div className="wrap thing">
        {/* Announced when the dialog is closed and leaves a payment open. */}
        <div className="thing__notes" role="status">
          <OpenPayments item={item.id} except={dialog.opened?.key} />
        </div>
        <Gallery key={item.id} images={item.images} />
        {item.story === "" || isShort ? null : (
          <section className="thing__story" aria-labelledby="story">
            <h2 id="story">{t("item.about")}</h2>
            {story}
          </section>
        )}
        <div className="thing__buy">
          {ledger === "unreadable" ? (
            <div className="ticket ticket__sheet">
              {title}
              <LedgerUnreadable />
            </div>
          ) : (
            <BuyForm
              // A consent is for one price.
              key={`${item.id} ${priceMark(item.amount, item.type)} ${form.signature}`}
              setup={form}
              item={item}
              balance={balance}
              card={card}
              purchaseKey={key}
              title={title}
            />
          )}
          {/* Items priced in USD or SGD can be ordered with delivery (docs/decisions/0008). */}
          {balance === null && ledger === "readable" ? (
            <div className="thing__also">
              <p>{t("item.orderText")}</p>
              <TextLink to={paths.store.checkout(item.id)} icon="arrow-right">
                {t("item.order")}
              </TextLink>
            </div>
          ) : null}
        </div>
      </div>
      {card && dialog.opened ? (
        <CardPurchase
          key={dialog.opened.key}
          payment={dialog.opened}
          picture={item.images[0]}
          setup={card}
          onClose={dialog.close}
        />
      ) : null}
    </>
  );
}

export { StoreErrorBoundary as ErrorBoundary } from "~/components/payment/open-payments";
