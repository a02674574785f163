import { json, type LoaderFunctionArgs, replace } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { HeadOf } from "~/components/layout/area";
import { Alert, ButtonLink } from "~/components/text/elements";
import { PageForm, useFormAnswer, usePageForm } from "~/components/form/page-form";
import { CardPurchase, CardScriptFailure, useCardScript } from "~/components/payment/card-purchase";
import { SubmitButton } from "~/components/form/submit-button";
import type { FormSetup } from "~/domain/form-answer";
import { paths } from "~/domain/paths";
import type { CardSetup } from "~/domain/purchase-summary";
import { languageOf, translator } from "~/i18n/i18n.server";
import { checkoutOf } from "#server/purchases/checkout.server";
import { cardSetup } from "#server/purchases/intents.server";
import type { Checkout } from "#server/purchases/purchase.server";
import { invalidAccess, redirectPage, requireMember } from "#server/session/session.server";
import { checkoutExpired, type ConfirmAnswer, confirmOrderForm } from "./action.server";
import { OrderDetails } from "./order-details";

const head: HeadOf = ({ t }) => ({
  title: t("store:confirmOrder.title"),
  lead: t("store:confirmOrder.lead"),
});

export const handle = { i18n: ["store"], head };

export { clientAction, shouldRevalidate, unlistedMeta as meta } from "~/components/document/route-exports";

export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args.request)]);
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

interface ConfirmFormProps {
  opening: FormSetup;
  order: Checkout;
  card: CardSetup | null;
}

function ConfirmForm({ opening, order, card }: ConfirmFormProps) {
  const { t } = useTranslation("store");
  const form = usePageForm<never>(opening);
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

export default function ConfirmOrder() {
  const { form, order, card } = useLoaderData<typeof loader>();
  const payment = useFormAnswer<ConfirmAnswer>(form.name)?.payment;
  return (
    <>
      <div className="read page-body">
        <ConfirmForm key={form.stamp} opening={form} order={order} card={card} />
      </div>
      {card && payment ? <CardPurchase key={payment.key} payment={payment} setup={card} /> : null}
    </>
  );
}

export { StoreErrorBoundary as ErrorBoundary } from "~/components/payment/open-payments";
