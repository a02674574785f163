import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageError } from "~/components/page/page-error";
import { PageHead } from "~/components/page/page-head";
import { OpenPaymentNote } from "~/components/payment/open-payment-note";
import { pageMeta } from "~/components/document/seo";
import { languageOf, translator } from "~/i18n/i18n.server";
import { cardSetup } from "#server/payments/view.server";
import { requireMember } from "#server/session/session.server";
import { completeAction } from "./action.server";
import { PaidPanel } from "./paid-panel";
import { PaymentStatus } from "./payment-status";
import { completeTarget } from "./target.server";
import { UnreadableState } from "./unreadable-state";

export const handle = { i18n: ["store"] };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", image: "store", noindex: true });

/** The return address of a payment, and where an interrupted one is resumed (payment.md, point 4). */
export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args.request)]);
  const target = await completeTarget(session, new URL(args.request.url));
  return json({ target, card: cardSetup() ?? null, title: translator(lng)("store:complete.title") });
}

export async function action(args: ActionFunctionArgs) {
  return completeAction(args);
}

export default function Complete() {
  const { target, card } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("store");
  return (
    <>
      <PageHead
        scene="store"
        size="task"
        title={target.kind === "one" ? t("complete.title") : t("complete.several")}
        lead={target.kind === "one" ? t("complete.lead") : t("complete.severalText")}
      />
      <div className="read page-body grid gap-6">
        {target.kind === "several" ? (
          target.payments.map((payment) => <OpenPaymentNote key={payment.transactionId} payment={payment} />)
        ) : target.isDone ? (
          <PaidPanel payment={target.payment} />
        ) : (
          <PaymentStatus
            key={target.payment.transactionId}
            payment={target.payment}
            setup={card}
            isNotPaid={answer?.notPaid ?? false}
          />
        )}
      </div>
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  // A missing or foreign payment has been answered already. What is left: nobody answered, so nobody can tell.
  return isRouteErrorResponse(error) && error.status < 500 ? (
    <PageError error={error} />
  ) : (
    <UnreadableState />
  );
}
