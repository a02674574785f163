import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useRouteError } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { BackLink } from "~/components/page/back-link";
import { memberName } from "~/domain/member-name";
import { FormPlace } from "~/components/form/page-form";
import { PageError } from "~/components/page/page-error";
import { PageHead } from "~/components/page/page-head";
import { LedgerUnreadable } from "~/components/payment/ledger-unreadable";
import { OpenPaymentNote } from "~/components/payment/open-payment-note";
import { pageMeta } from "~/components/document/seo";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { readSent } from "#server/forms/form-spec.server";
import { keepCheckout } from "#server/purchases/checkout.server";
import { ownerOfSession, readLedger } from "#server/purchases/ledger.server";
import { ifReadable } from "#server/purchases/outcomes.server";
import { isShown } from "#server/purchases/purchase.server";
import { reconcile } from "#server/purchases/reconcile.server";
import { summaryOf } from "#server/purchases/summary.server";
import { requireMember } from "#server/session/session.server";
import { CheckoutForm } from "./checkout-form";
import { deliverable } from "./deliverable.server";
import { checkoutForm } from "./form.server";
import { OrderSummary } from "./order-summary";

export const handle = { i18n: ["store"] };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", image: "store", noindex: true });

export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args.request)]);
  const { order, quantityError } = await deliverable(session, args);
  const { user } = session;
  const record = await ifReadable(async () => {
    await reconcile(session);
    return readLedger(ownerOfSession(session));
  });
  const { checkout, purchases = [] } = record ?? {};
  // On the way back from the confirmation, or after a new sign-in, what was entered is still there.
  const draft = checkout?.objectId === order.objectId ? checkout.fields : undefined;
  const name = user ? memberName(user, lng) : undefined;
  return json({
    form: checkoutForm.open(session, args.request),
    ledger: record ? ("readable" as const) : ("unreadable" as const),
    order,
    quantityError,
    initial: draft ?? {
      customerName: name ?? "",
      customerEmail: user?.email ?? "",
      shippingName: name ?? "",
    },
    open: purchases.filter((each) => each.objectId === order.objectId && isShown(each)).map(summaryOf),
    title: translator(lng)("store:checkout.title"),
  });
}

export async function action(args: ActionFunctionArgs) {
  return checkoutForm.take(await readSent(args), async ({ session, value, done }) => {
    const { order } = await deliverable(session, args);
    const { thirdParty: _, process: __, ...fields } = value;
    await keepCheckout(session, order, fields);
    return done(paths.store.confirmOrder(order.objectId));
  });
}

export { askServer as clientAction, unlessOffline as shouldRevalidate } from "~/components/document/offline";

export default function Checkout() {
  const { form, order, quantityError, initial, open, ledger } = useLoaderData<typeof loader>();
  const { t } = useTranslation("store");
  return (
    <>
      <PageHead scene="store" size="task" title={t("checkout.title")} lead={t("checkout.lead")}>
        <BackLink to={paths.store.product(order.objectId)}>{t("checkout.cancel")}</BackLink>
      </PageHead>
      {open.length > 0 ? (
        <div className="wrap grid gap-4">
          {open.map((payment) => (
            <OpenPaymentNote key={payment.key} payment={payment} />
          ))}
        </div>
      ) : null}
      <div className="wrap page-body grid items-start gap-8 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <OrderSummary order={order} quantityError={quantityError} />
        <FormPlace opening={form}>
          {ledger === "unreadable" ? <LedgerUnreadable /> : <CheckoutForm opening={form} initial={initial} />}
        </FormPlace>
      </div>
    </>
  );
}

export function ErrorBoundary() {
  return <PageError error={useRouteError()} />;
}
