import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  replace,
} from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  Form,
  useActionData,
  useLoaderData,
  useRouteError,
} from "@remix-run/react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Alert } from "~/components/message/alert";
import { ButtonLink } from "~/components/page/button-link";
import { isOffline, orOffline, unlessOffline } from "~/components/document/offline";
import { PageError } from "~/components/page/page-error";
import { PageHead } from "~/components/page/page-head";
import { CardPurchase } from "~/components/payment/card-purchase";
import { useCardScript } from "~/components/payment/use-card-script";
import { pageMeta } from "~/components/document/seo";
import { SubmitButton } from "~/components/form/submit-button";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import { languageOf, translator } from "~/i18n/i18n.server";
import { checkoutOf } from "#server/purchases/checkout.server";
import { cardSetup } from "#server/purchases/view.server";
import { invalidAccess, requireMember } from "#server/session/session.server";
import { confirmAction } from "./action.server";
import { OrderDetails } from "./order-details";

export const handle = { i18n: ["store"] };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", image: "store", noindex: true });

export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args.request)]);
  const { checkout, placed } = await checkoutOf(session, Number(args.params["id"]));
  // Back at an order that was placed: its page says how it stands.
  if (!checkout && placed) throw replace(paths.store.purchase(placed.key));
  if (!checkout) return invalidAccess(session);
  return json({
    order: checkout,
    card: cardSetup() ?? null,
    title: translator(lng)("store:confirmOrder.title"),
  });
}

export async function action(args: ActionFunctionArgs) {
  return confirmAction(args);
}

export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return orOffline(() => serverAction<typeof action>());
}

export const shouldRevalidate = unlessOffline;

export default function ConfirmOrder() {
  const { order, card } = useLoaderData<typeof loader>();
  const form = useRef<HTMLFormElement>(null);
  const script = useCardScript(card, form);
  const result = useActionData<typeof action>();
  const offline = isOffline(result) ? result : undefined;
  const answer = result && !isOffline(result) ? result : undefined;
  const { t } = useTranslation("store");
  const { objectId, quantity } = order;
  return (
    <>
      <PageHead scene="store" size="task" title={t("confirmOrder.title")} lead={t("confirmOrder.lead")} />
      <div className="read page-body">
        <Form method="post" ref={form} className="panel form-panel" onSubmit={script.onSubmit}>
          <input type="hidden" name="version" value={order.version} />
          <input type="hidden" name="script" value={script.state === "ready" ? "ready" : ""} />
          {offline ? (
            <Alert kind="error" role="alert" answer={offline}>
              {t("errors.offline")}
            </Alert>
          ) : null}
          {script.state === "failed" ? (
            <Alert kind="error" role="alert">
              <p>{t("item.scriptFailed")}</p>
              <button type="button" className="link" onClick={script.retry}>
                {t("item.scriptRetry")}
              </button>
            </Alert>
          ) : null}
          <noscript>
            <Alert>
              <p>{t("confirmOrder.noScript")}</p>
            </Alert>
          </noscript>
          {answer?.kind === "error" ? (
            <Alert kind="error" role="alert" answer={answer}>
              {dynamicKey(t, answer.error)}
            </Alert>
          ) : null}
          <OrderDetails order={order} />
          <div className="form__do">
            <ButtonLink to={paths.store.checkout(objectId, { quantity })} look="line">
              {t("confirmOrder.edit")}
            </ButtonLink>
            <SubmitButton name="intent" value="buy" busy={t("confirmOrder.submitting")}>
              {t("confirmOrder.submit")}
            </SubmitButton>
          </div>
        </Form>
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
