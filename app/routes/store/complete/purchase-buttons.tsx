import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/text/elements";
import { PageForm, usePageForm } from "~/components/form/page-form";
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

/** The ember look is only for actions that spend or save money: another card, and ending one with a wrong amount. */
const ember = (isIt: boolean) => (isIt ? {} : { look: "line" as const });

/** Shows the actions of a purchase: one form with a button for each, which works without scripts. */
export function PurchaseButtons({ opening, purchase, status, children }: PurchaseButtonsProps) {
  const { t } = useTranslation("store");
  const form = usePageForm<never>(opening);
  const hydrated = useHydrated();
  const finishes = status === "interrupted" || status === "confirming";
  const buttons: Record<(typeof outcomes)[Status]["offers"][number], ReactNode> = {
    check: (
      <Button
        intent="check"
        label={t(finishes ? "complete.finish" : "complete.checkAgain")}
        busy={t("complete.finishing")}
        look="line"
      />
    ),
    say: (
      <>
        <Button intent="say-taken" label={t("complete.sayTaken")} look="line" />
        <Button intent="say-not-taken" label={t("complete.sayNotTaken")} look="line" />
      </>
    ),
    history: (
      <ButtonLink to={moneyPlaceOf(purchase)} look="line">
        {t(purchase.kind === "balance" ? "complete.history" : "purchases.title")}
      </ButtonLink>
    ),
    item: (
      <ButtonLink to={paths.store.product(purchase.objectId)} {...ember(status === "declined")}>
        {t("complete.toItem")}
      </ButtonLink>
    ),
    refunded: <Button intent="say-refunded" label={t("complete.sayRefunded")} look="line" />,
    // Outside the form.
    contact: null,
    drop: <Button intent="drop" label={t("complete.drop")} {...ember(status === "amountChanged")} />,
  };
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
        {outcomes[status].offers.map((offer) => (
          <Fragment key={offer}>{buttons[offer]}</Fragment>
        ))}
      </div>
    </PageForm>
  );
}
