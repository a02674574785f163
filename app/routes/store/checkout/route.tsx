import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { HeadOf } from "~/components/layout/area";
import { BackLink } from "~/components/page/back-link";
import { memberName } from "~/domain/member-name";
import { LedgerUnreadable } from "~/components/payment/ledger-unreadable";
import { OpenPayments } from "~/components/payment/open-payments";
import { paths } from "~/domain/paths";
import { readQuantity } from "~/domain/quantity";
import { languageOf, translator } from "~/i18n/i18n.server";
import { safeAddress } from "#server/api/sanitize-html.server";
import { receiveForm } from "#server/forms/form-spec.server";
import { keepCheckout, openFields } from "#server/purchases/create.server";
import { orderOf, requireItem, wantedOf } from "#server/purchases/order-request.server";
import { ownerOfSession, readLedger } from "#server/purchases/ledger.server";
import { ifReadable } from "#server/purchases/outcomes.server";
import { reconcileOnce } from "#server/purchases/reconcile.server";
import { requireMember, type Session } from "#server/session/session.server";
import { CheckoutForm, OrderSummary } from "./checkout-form";
import { checkoutForm } from "./form.server";

const head: HeadOf = ({ t, params }) => ({
  title: t("store:checkout.title"),
  lead: t("store:checkout.lead"),
  children: <BackLink to={paths.store.product(params["id"] ?? "")}>{t("store:checkout.cancel")}</BackLink>,
});

export const handle = { i18n: ["store"], head };

export { clientAction, shouldRevalidate, unlistedMeta as meta } from "~/components/document/route-exports";

/**
 * Returns the order of the URL. An invalid quantity becomes 1, with the reason in `quantityError` (a message key).
 * @throws as `orderOf`
 */
async function deliverable(session: Session, { params, request, context }: LoaderFunctionArgs) {
  const item = await requireItem(session, params["id"], await languageOf({ request, context }));
  const quantity = readQuantity(new URL(request.url).searchParams.get("quantity") ?? "1");
  const isTooLarge = item.sale_amount !== null && wantedOf(item, quantity ?? 1) === undefined;
  const quantityError =
    quantity === undefined
      ? "store:errors.quantity"
      : isTooLarge
        ? "store:errors.quantityTooLarge"
        : undefined;
  const order = await orderOf(session, item, quantityError === undefined && quantity ? quantity : 1);
  const [picture] = item.objectImages;
  return { order, quantityError, image: picture && safeAddress(picture.url) };
}

export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args)]);
  const { order, quantityError, image } = await deliverable(session, args);
  const { user } = session;
  const record = await ifReadable(async () => {
    await reconcileOnce(session);
    return readLedger(ownerOfSession(session));
  });
  // Restores the input after a return from the confirmation page or a new sign-in.
  const draft = record && openFields(record, order.objectId);
  const name = user ? memberName(user, lng) : undefined;
  return json({
    form: checkoutForm.open(session, args.request),
    ledger: record ? ("readable" as const) : ("unreadable" as const),
    order: { ...order, image },
    quantityError,
    initial: draft ?? {
      customerName: name ?? "",
      customerEmail: user?.email ?? "",
      shippingName: name ?? "",
    },
    title: translator(lng)("store:checkout.title"),
  });
}

export async function action(args: ActionFunctionArgs) {
  return checkoutForm.handle(await receiveForm(args), async ({ session, value, done }) => {
    const { order } = await deliverable(session, args);
    await keepCheckout(session, order, value);
    return done(paths.store.confirmOrder(order.objectId));
  });
}

export default function Checkout() {
  const { form, order, quantityError, initial, ledger } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="wrap grid gap-4 empty:hidden">
        <OpenPayments item={order.objectId} />
      </div>
      <div className="wrap page-body order-with">
        <OrderSummary order={order} quantityError={quantityError} />
        {ledger === "unreadable" ? (
          <LedgerUnreadable />
        ) : (
          <CheckoutForm key={form.signature} setup={form} initial={initial} />
        )}
      </div>
    </>
  );
}

export { StoreErrorBoundary as ErrorBoundary } from "~/components/payment/open-payments";
