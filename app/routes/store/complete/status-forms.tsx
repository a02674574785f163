import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { TextLink } from "~/components/page/button-link";
import { SubmitButton } from "~/components/form/submit-button";
import { paths } from "~/domain/paths";
import type { PaymentView } from "~/domain/payment-view";

/** Looks again: a plain form that loads the same address. */
export function CheckAgain({ payment }: { payment: PaymentView }) {
  const { t } = useTranslation("store");
  return (
    <Form method="get" action={paths.store.complete()} className="contents">
      <input type="hidden" name="transaction" value={payment.transactionId} />
      <button type="submit" className="btn btn--line grow">
        {t("complete.checkAgain")}
      </button>
    </Form>
  );
}

/** "Finish my order": captures a payment that has been made. Works without scripts; the API has the last word. */
export function FinishForm({ payment, isSeenPaid }: { payment: PaymentView; isSeenPaid: boolean }) {
  const { t } = useTranslation("store");
  return (
    <Form method="post" action={paths.store.complete()} replace className="contents">
      <input type="hidden" name="transactionId" value={payment.transactionId} />
      {isSeenPaid ? <input type="hidden" name="seen" value="succeeded" /> : null}
      <SubmitButton name="intent" value="capture" className="grow" busy={t("complete.finishing")}>
        {t("complete.finish")}
      </SubmitButton>
    </Form>
  );
}

/** Gives the payment up. */
export function DropForm({ payment }: { payment: PaymentView }) {
  const { t } = useTranslation("store");
  return (
    <Form method="post" action={paths.store.complete()} className="contents">
      <input type="hidden" name="transactionId" value={payment.transactionId} />
      <SubmitButton name="intent" value="drop" className="grow" look="line">
        {t("complete.drop")}
      </SubmitButton>
    </Form>
  );
}

/** The inquiry form, with this payment filled in. */
export function ContactLink({ payment }: { payment: PaymentView }) {
  const { t } = useTranslation("store");
  const { transactionId } = payment;
  return (
    <TextLink
      to={paths.support.inquiryWith({ typeCode: "PURCHASE_REFUND", transactionId })}
      icon="arrow-right"
    >
      {t("complete.contact")}
    </TextLink>
  );
}
