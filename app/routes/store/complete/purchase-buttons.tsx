import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PageForm, usePageForm } from "~/components/form/page-form";
import { ButtonLink, TextLink } from "~/components/text/elements";
import { useHydrated } from "~/components/document/use-hydrated";
import { SubmitButton } from "~/components/form/submit-button";
import type { FormSetup } from "~/domain/form-answer";
import { paths } from "~/domain/paths";
import { moneyPlaceOf } from "~/domain/purchase-outcome";
import { outcomes, type Status } from "~/domain/purchase-status";
import type { PurchaseSummary } from "~/domain/purchase-summary";

interface PurchaseButtonsProps {
  opening: FormSetup;
  purchase: PurchaseSummary;
  status: Status;
  /** The action that needs a script, first in the row. */
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

/**
 * Returns the ember look only for actions that spend or save money: another card after a decline, and ending a
 * purchase with a wrong amount.
 */
const ember = (isIt: boolean) => (isIt ? {} : { look: "line" as const });

/** Shows the actions of a purchase: one form with a button for each, which works without scripts. */
export function PurchaseButtons({ opening, purchase, status, children }: PurchaseButtonsProps) {
  const { t } = useTranslation("store");
  const form = usePageForm<never>(opening);
  const hydrated = useHydrated();
  const can = outcomes[status].offers;
  const finishes = status === "interrupted" || status === "confirming";
  return (
    <PageForm
      of={form}
      className="outcome__form"
      // The URL names the purchase, so that a rejected form is shown on this page again.
      action={paths.store.purchase(purchase.key)}
      offlineText={t("errors.offline")}
    >
      <input type="hidden" name="purchase" value={purchase.key} />
      <input type="hidden" name="script" value={hydrated ? "ready" : ""} />
      <div className="form__do">
        {children}
        {status === "ordered" ? <Button intent="pay" label={t("complete.payOrder")} /> : null}
        {can.includes("check") ? (
          <Button
            intent="check"
            label={t(finishes ? "complete.finish" : "complete.checkAgain")}
            busy={t("complete.finishing")}
            look="line"
          />
        ) : null}
        {can.includes("say") ? (
          <>
            <Button intent="say-taken" label={t("complete.sayTaken")} look="line" />
            <Button intent="say-not-taken" label={t("complete.sayNotTaken")} look="line" />
          </>
        ) : null}
        {can.includes("history") ? (
          <ButtonLink to={moneyPlaceOf(purchase)} look="line">
            {t(purchase.kind === "balance" ? "complete.history" : "purchases.title")}
          </ButtonLink>
        ) : null}
        {can.includes("item") ? (
          <ButtonLink to={paths.store.product(purchase.objectId)} {...ember(status === "declined")}>
            {t("complete.toItem")}
          </ButtonLink>
        ) : null}
        {can.includes("refunded") ? (
          <Button intent="say-refunded" label={t("complete.sayRefunded")} look="line" />
        ) : null}
        {can.includes("drop") ? (
          <Button intent="drop" label={t("complete.drop")} {...ember(status === "amountChanged")} />
        ) : null}
      </div>
    </PageForm>
  );
}

/** Links to the inquiry form with this purchase filled in, if the status offers it. */
export function ContactLink({ purchase, status }: Pick<PurchaseButtonsProps, "purchase" | "status">) {
  const { t } = useTranslation("store");
  const { transactionId } = purchase;
  if (!outcomes[status].offers.includes("contact")) return null;
  return (
    <TextLink
      to={paths.support.inquiryWith({ typeCode: "PURCHASE_REFUND", transactionId })}
      icon="arrow-right"
    >
      {t("complete.contact")}
    </TextLink>
  );
}
