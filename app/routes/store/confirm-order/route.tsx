import { json, type LoaderFunctionArgs, replace, type SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ButtonLink, ItemCount, Alert } from "~/components/text/elements";
import type { HeadOf } from "~/components/layout/area";
import { useReviewRows } from "~/components/form/confirm";
import { PageForm, useFormActionData, usePageForm } from "~/components/form/page-form";
import {
  CardPurchase,
  CardScriptFailure,
  useCardDialog,
  useCardScript,
} from "~/components/payment/card-purchase";
import { OpenPayments } from "~/components/payment/open-payments";
import { Fact } from "~/components/payment/fact";
import { Amount } from "~/components/text/amount";
import { SubmitButton } from "~/components/form/submit-button";
import type { FormFields } from "~/domain/form-fields";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { checkoutOf } from "#server/purchases/create.server";
import { cardSetup } from "#server/purchases/intents.server";
import type { Checkout } from "#server/purchases/purchase.server";
import { invalidAccess, redirectPage, requireMember } from "#server/session/session.server";
import { customerFields, shippingFields } from "~/routes/store/form";
import { checkoutExpired, type ConfirmActionData } from "./action.server";
import { confirmOrderForm } from "./form.server";

const head: HeadOf = ({ t }) => ({
  title: t("store:confirmOrder.title"),
  lead: t("store:confirmOrder.lead"),
});

export const handle = { i18n: ["store"], head };

export { clientAction, shouldRevalidate, unlistedMeta as meta } from "~/components/document/route-exports";

export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args)]);
  const objectId = Number(args.params["id"]);
  const { checkout, placedKey, isExpired } = await checkoutOf(session, objectId);
  if (!checkout && placedKey) throw replace(paths.store.purchase(placedKey));
  if (!checkout && isExpired) {
    await session.flash(checkoutExpired);
    throw redirectPage(session, paths.store.checkout(objectId));
  }
  if (!checkout) return invalidAccess(session);
  return json({
    form: confirmOrderForm.open(session, args.request),
    order: checkout,
    card: cardSetup() ?? null,
    title: translator(lng)("store:confirmOrder.title"),
  });
}

export { confirmAction as action } from "./action.server";

function ConfirmForm({ form: setup, order, card }: Omit<SerializeFrom<typeof loader>, "title">) {
  const { t } = useTranslation("store");
  const form = usePageForm({}, setup);
  const script = useCardScript(card);
  const { objectId, quantity } = order;
  return (
    <PageForm
      of={form}
      className="panel form-panel"
      offlineText={t("errors.offline")}
      onSubmit={script.onSubmit}
    >
      <input type="hidden" name="version" value={order.version} />
      <input type="hidden" name="script" value={script.state === "ready" ? "ready" : ""} />
      <CardScriptFailure {...script} />
      <noscript>
        <Alert>
          <p>{t("confirmOrder.noScript")}</p>
        </Alert>
      </noscript>
      <OrderDetails order={order} />
      <div className="form__do">
        <ButtonLink to={paths.store.checkout(objectId, { quantity })} look="line">
          {t("confirmOrder.edit")}
        </ButtonLink>
        <SubmitButton name="intent" value="buy" busy={t("confirmOrder.submitting")}>
          {t("confirmOrder.submit")}
        </SubmitButton>
      </div>
    </PageForm>
  );
}

function OrderDetails({ order }: { order: Checkout }) {
  const { t } = useTranslation("store");
  const { fields, currency } = order;
  return (
    <>
      <dl className="lines">
        <Fact label={<ItemCount name={order.name} quantity={order.quantity} />}>
          <Amount amount={order.unitAmount} type={currency} />
        </Fact>
        <div className="sum">
          <dt>{t("checkout.total")}</dt>
          <dd>
            <Amount amount={order.amount} type={currency} size="total" />
          </dd>
        </div>
      </dl>
      <h2>{t("checkout.customer")}</h2>
      <Reviewed declared={customerFields} values={fields} />
      <h2>{t("checkout.shipping")}</h2>
      <Reviewed declared={shippingFields} values={fields} />
      <dl className="facts">
        <Fact label={t("checkout.method")}>{t("checkout.methodCard")}</Fact>
      </dl>
    </>
  );
}

function Reviewed(props: { declared: FormFields; values: Checkout["fields"] }) {
  return (
    <dl className="facts">
      {useReviewRows(props.declared, props.values).map(([label, text]) => (
        <Fact key={label} label={label}>
          {text}
        </Fact>
      ))}
    </dl>
  );
}

export default function ConfirmOrder() {
  const { form, order, card } = useLoaderData<typeof loader>();
  const payment = useFormActionData<ConfirmActionData>(form.name)?.payment;
  const dialog = useCardDialog(payment);
  return (
    <>
      {/* Announced when the dialog is closed and leaves a payment open. */}
      <div className="read grid gap-4 empty:hidden" role="status">
        <OpenPayments item={order.objectId} except={dialog.opened?.key} />
      </div>
      <div className="read page-body">
        <ConfirmForm key={form.signature} form={form} order={order} card={card} />
      </div>
      {card && dialog.opened ? (
        <CardPurchase key={dialog.opened.key} payment={dialog.opened} setup={card} onClose={dialog.close} />
      ) : null}
    </>
  );
}

export { StoreErrorBoundary as ErrorBoundary } from "~/components/payment/open-payments";
