import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { TextLink } from "~/components/page/button-link";
import { useHydrated } from "~/components/document/use-hydrated";
import { SubmitButton } from "~/components/form/submit-button";
import { paths } from "~/domain/paths";
import type { PurchaseView } from "~/domain/purchase-view";

interface PurchaseFormProps {
  purchase: PurchaseView;
  intent: "check" | "drop" | "pay" | "say-taken" | "say-not-taken" | "say-refunded";
  label: string;
  busy?: string;
  look?: "line";
}

/** One thing that can be done with a purchase: a plain form, which works without scripts. */
export function PurchaseForm({ purchase, intent, label, busy, look }: PurchaseFormProps) {
  const hydrated = useHydrated();
  return (
    <Form method="post" action={paths.store.complete()} replace={intent === "check"} className="contents">
      <input type="hidden" name="purchase" value={purchase.key} />
      {intent === "pay" ? <input type="hidden" name="script" value={hydrated ? "ready" : ""} /> : null}
      <SubmitButton
        name="intent"
        value={intent}
        className="grow"
        {...(busy ? { busy } : {})}
        {...(look ? { look } : {})}
      >
        {label}
      </SubmitButton>
    </Form>
  );
}

/** The inquiry form, with this purchase filled in. */
export function ContactLink({ purchase: { transactionId } }: { purchase: PurchaseView }) {
  const { t } = useTranslation("store");
  return (
    <TextLink
      to={paths.support.inquiryWith({ typeCode: "PURCHASE_REFUND", transactionId })}
      icon="arrow-right"
    >
      {t("complete.contact")}
    </TextLink>
  );
}
