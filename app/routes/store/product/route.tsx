import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { BackLink } from "~/components/page/back-link";
import { isOffline, orOffline, unlessOffline } from "~/components/document/offline";
import { PageError } from "~/components/page/page-error";
import { PageHead } from "~/components/page/page-head";
import { OpenPaymentNote } from "~/components/payment/open-payment-note";
import { pageMeta } from "~/components/document/seo";
import { balanceFields, currencyOf } from "~/domain/currencies";
import { paths } from "~/domain/paths";
import { languageOf } from "~/i18n/i18n.server";
import { safeAddress } from "#server/api/sanitize-html.server";
import { openPayments } from "#server/payments/capture.server";
import { newPurchaseToken } from "#server/payments/purchase.server";
import { cardSetup, viewOf } from "#server/payments/view.server";
import { requireMember } from "#server/session/session.server";
import { buyAction } from "./action.server";
import { BuyForm } from "./buy-form";
import { CardPurchase } from "./card-purchase";
import { DeliveryNote } from "./delivery-note";
import { Views } from "./views";
import { requireItem } from "#server/payments/item.server";

export const handle = { i18n: ["store"] };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.item.name ?? "", image: "store" });

/** The item, and somebody with it. */
const MAX_VIEWS = 2;

export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args.request)]);
  const [item, open] = await Promise.all([
    requireItem(session, args.params["id"], lng),
    openPayments(session),
  ]);
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
    open: open.filter(({ objectId }) => objectId === item.id).map(viewOf),
    token: newPurchaseToken(),
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
  const { item, balance, card, open, token } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const offline = isOffline(result) ? result : undefined;
  const answer = result && !isOffline(result) ? result : undefined;
  /** The payment that another form has begun before. */
  const begun = answer?.kind === "payment" && !answer.isNew ? answer.payment.transactionId : undefined;
  const { t } = useTranslation("store");
  return (
    <>
      <PageHead scene="store" size="task" title={item.name}>
        <BackLink to={paths.store.products()}>{t("item.back")}</BackLink>
      </PageHead>
      <div className="wrap page-body grid gap-8">
        {open.map((payment) => (
          <OpenPaymentNote
            key={payment.transactionId}
            payment={payment}
            answer={payment.transactionId === begun ? answer : undefined}
          />
        ))}
        <div className="grid items-start gap-8 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <Views images={item.images} />
          <div className="grid gap-6">
            <BuyForm
              key={item.id}
              item={item}
              balance={balance}
              card={card}
              token={token}
              answer={answer}
              offline={offline}
            />
            {balance === null ? <DeliveryNote id={item.id} /> : null}
          </div>
        </div>
      </div>
      {card && answer?.kind === "payment" && answer.isNew ? (
        <CardPurchase key={answer.payment.transactionId} payment={answer.payment} setup={card} />
      ) : null}
    </>
  );
}

export function ErrorBoundary() {
  return <PageError error={useRouteError()} />;
}
