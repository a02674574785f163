import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PageForm } from "~/components/form/page-form";
import { usePageForm } from "~/components/form/use-page-form";
import { ButtonLink, TextLink } from "~/components/page/button-link";
import { useHydrated } from "~/components/document/use-hydrated";
import { SubmitButton } from "~/components/form/submit-button";
import type { FormOpening } from "~/domain/form-answer";
import { paths } from "~/domain/paths";
import type { offers, Status } from "~/domain/purchase-status";
import type { PurchaseSummary } from "~/domain/purchase-summary";

interface PurchaseButtonsProps {
  opening: FormOpening;
  purchase: PurchaseSummary;
  status: Status;
  /** What the page offers. */
  can: (typeof offers)[Status];
  /** The only thing that needs a script, last in the row. */
  children: ReactNode;
}

interface ButtonProps {
  intent: "check" | "drop" | "pay" | "say-taken" | "say-not-taken" | "say-refunded";
  label: string;
  busy?: string;
  look?: "line";
}

const Button = ({ intent, label, ...props }: ButtonProps) => (
  <SubmitButton name="intent" value={intent} {...props}>
    {label}
  </SubmitButton>
);

/** What can be done with a purchase: one plain form with a button for each, which works without scripts. */
export function PurchaseButtons({ opening, purchase, status, can, children }: PurchaseButtonsProps) {
  const { t } = useTranslation("store");
  const form = usePageForm<never>(opening);
  const hydrated = useHydrated();
  const finishes = status === "interrupted" || status === "confirming";
  return (
    <PageForm
      of={form}
      className="grid gap-4"
      // With the purchase in its address: a form that is not taken comes back on this page.
      action={paths.store.purchase(purchase.key)}
      offlineText={t("errors.offline")}
    >
      <input type="hidden" name="purchase" value={purchase.key} />
      <input type="hidden" name="script" value={hydrated ? "ready" : ""} />
      <div className="form__do">
        {can.includes("drop") ? <Button intent="drop" label={t("complete.drop")} look="line" /> : null}
        {can.includes("say") ? (
          <>
            <Button intent="say-not-taken" label={t("complete.sayNotTaken")} look="line" />
            <Button intent="say-taken" label={t("complete.sayTaken")} look="line" />
          </>
        ) : null}
        {can.includes("refunded") ? (
          <Button intent="say-refunded" label={t("complete.sayRefunded")} look="line" />
        ) : null}
        {can.includes("check") ? (
          <Button
            intent="check"
            label={t(finishes ? "complete.finish" : "complete.checkAgain")}
            busy={t("complete.finishing")}
          />
        ) : null}
        {can.includes("item") ? (
          <ButtonLink to={paths.store.product(purchase.objectId)} look="line">
            {t("complete.toItem")}
          </ButtonLink>
        ) : null}
        {status === "ordered" ? <Button intent="pay" label={t("complete.payOrder")} /> : null}
        {can.includes("history") ? (
          <ButtonLink
            to={purchase.kind === "order" ? paths.myPage.ecommerceHistory() : paths.myPage.history()}
            {...(status === "done" ? {} : { look: "line" as const })}
          >
            {t("complete.history")}
          </ButtonLink>
        ) : null}
        {children}
      </div>
    </PageForm>
  );
}

/** The inquiry form, with this purchase filled in. */
export function ContactLink({ purchase: { transactionId } }: { purchase: PurchaseSummary }) {
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
