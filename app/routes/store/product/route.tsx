import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { BackLink } from "~/components/page/back-link";
import { isOffline, orOffline, unlessOffline } from "~/components/document/offline";
import { PageError } from "~/components/page/page-error";
import { PageHead } from "~/components/page/page-head";
import { CardPurchase } from "~/components/payment/card-purchase";
import { OpenPaymentNote } from "~/components/payment/open-payment-note";
import { pageMeta } from "~/components/document/seo";
import { balanceFields, currencyOf } from "~/domain/currencies";
import { paths } from "~/domain/paths";
import { languageOf } from "~/i18n/i18n.server";
import { safeAddress } from "#server/api/sanitize-html.server";
import { requireItem } from "#server/purchases/item.server";
import { ownerOfSession, readLedger } from "#server/purchases/ledger.server";
import { isShown } from "#server/purchases/purchase.server";
import { reconcile } from "#server/purchases/reconcile.server";
import { cardSetup, viewOf } from "#server/purchases/view.server";
import { requireMember } from "#server/session/session.server";
import { buyAction } from "./action.server";
import { BuyForm } from "./buy-form";
import { DeliveryNote } from "./delivery-note";
import { keyForItem } from "./key.server";
import { Views } from "./views";

export const handle = { i18n: ["store"] };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.item.name ?? "", image: "store" });

/** The item, and somebody with it. */
const MAX_VIEWS = 2;

export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args.request)]);
  const [item] = await Promise.all([requireItem(session, args.params["id"], lng), reconcile(session)]);
  const ledger = await readLedger(ownerOfSession(session));
  const currency = currencyOf(item.payment_type);
  return json({
    item: {
      id: item.id,
      name: item.name,
      amount: item.sale_amount,
      type: item.payment_type,
      images: item.objectImages.flatMap(({ url }) => safeAddress(url) ?? []).slice(0, MAX_VIEWS),
    },
    balance: currency ? (session.user?.[balanceFields[currency]] ?? 0) : null,
    card: (!currency && cardSetup()) || null,
    open: ledger.purchases.filter((each) => each.objectId === item.id && isShown(each)).map(viewOf),
    key: await keyForItem(session, item, ledger),
  });
}

export async function action(args: ActionFunctionArgs) {
  return buyAction(args);
}

export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return orOffline(() => serverAction<typeof action>());
}

export const shouldRevalidate = unlessOffline;

export default function Product() {
  const { item, balance, card, open, key } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const offline = isOffline(result) ? result : undefined;
  const answer = result && !isOffline(result) ? result : undefined;
  // What the dialog is open for needs no note behind it.
  const entered = answer?.kind === "payment" ? answer.payment.key : undefined;
  const notes = open.filter((each) => each.key !== entered);
  const { t } = useTranslation("store");
  return (
    <>
      <PageHead scene="store" size="task" title={item.name}>
        <BackLink to={paths.store.products()}>{t("item.back")}</BackLink>
      </PageHead>
      <div className="wrap page-body grid gap-8">
        {notes.map((payment) => (
          <OpenPaymentNote key={payment.key} payment={payment} />
        ))}
        <div className="grid items-start gap-8 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <Views images={item.images} />
          <div className="grid gap-6">
            <BuyForm
              key={item.id}
              item={item}
              balance={balance}
              card={card}
              formKey={answer?.key ?? key}
              answer={answer}
              offline={offline}
            />
            {balance === null ? <DeliveryNote id={item.id} /> : null}
          </div>
        </div>
      </div>
      {card && answer?.kind === "payment" ? (
        <CardPurchase key={answer.payment.key} payment={answer.payment} setup={card} />
      ) : null}
    </>
  );
}

export function ErrorBoundary() {
  return <PageError error={useRouteError()} />;
}
