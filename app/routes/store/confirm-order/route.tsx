import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  Form,
  useActionData,
  useLoaderData,
  useRouteError,
} from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Alert } from "~/components/message/alert";
import { ButtonLink } from "~/components/page/button-link";
import { isOffline, orOffline, unlessOffline } from "~/components/document/offline";
import { PageError } from "~/components/page/page-error";
import { PageHead } from "~/components/page/page-head";
import { pageMeta } from "~/components/document/seo";
import { SubmitButton } from "~/components/form/submit-button";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import { languageOf, translator } from "~/i18n/i18n.server";
import { invalidAccess, requireMember } from "#server/session/session.server";
import { confirmAction } from "./action.server";
import { OrderDetails } from "./order-details";

export const handle = { i18n: ["store"] };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", image: "store", noindex: true });

export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args.request)]);
  const { checkout } = session.data;
  if (!checkout || String(checkout.objectId) !== args.params["id"]) return invalidAccess(session);
  const { orderId: _, ...order } = checkout;
  return json({ order, title: translator(lng)("store:confirmOrder.title") });
}

export async function action(args: ActionFunctionArgs) {
  return confirmAction(args);
}

export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return orOffline(() => serverAction<typeof action>());
}

export const shouldRevalidate = unlessOffline;

export default function ConfirmOrder() {
  const { order } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const offline = isOffline(result) ? result : undefined;
  const answer = result && !isOffline(result) ? result : undefined;
  const { t } = useTranslation("store");
  const { objectId, quantity } = order;
  return (
    <>
      <PageHead scene="store" size="task" title={t("confirmOrder.title")} lead={t("confirmOrder.lead")} />
      <div className="read page-body">
        <Form method="post" replace className="panel form-panel">
          <input type="hidden" name="version" value={order.version} />
          {offline ? (
            <Alert kind="error" role="alert" answer={offline}>
              {t("errors.offline")}
            </Alert>
          ) : null}
          {answer ? (
            <Alert kind="error" role="alert" answer={answer}>
              {dynamicKey(t, answer.error)}
            </Alert>
          ) : null}
          <OrderDetails order={order} />
          <div className="form__do">
            <ButtonLink to={paths.store.checkout(objectId, { quantity })} look="line">
              {t("confirmOrder.edit")}
            </ButtonLink>
            <SubmitButton busy={t("confirmOrder.submitting")}>{t("confirmOrder.submit")}</SubmitButton>
          </div>
        </Form>
      </div>
    </>
  );
}

export function ErrorBoundary() {
  return <PageError error={useRouteError()} />;
}
