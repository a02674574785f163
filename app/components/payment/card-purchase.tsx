import { useNavigate } from "@remix-run/react";
import { lazy, Suspense, useEffect, useState } from "react";
import { paths } from "~/domain/paths";
import type { CardSetup, CardSummary } from "~/domain/purchase-summary";
import { useHydrated } from "../document/use-hydrated";

/**
 * Loads the card dialog, which most purchases do not need.
 *
 * @throws TypeError if the file cannot be loaded; a later call tries again
 */
export const loadPaymentDialog = () => import("./payment-dialog");

/** The card dialog. Render it only after `loadPaymentDialog`, because React keeps a failure. */
export const PaymentDialog = lazy(async () => ({ default: (await loadPaymentDialog()).PaymentDialog }));

interface CardPurchaseProps {
  payment: CardSummary;
  picture?: string | undefined;
  setup: CardSetup;
}

/** Opens the card dialog for a new payment. Closing it leaves the payment open. */
export function CardPurchase({ payment, picture, setup }: CardPurchaseProps) {
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const [isOpen, setOpen] = useState(true);
  // If the form is submitted again, the same payment arrives as a new object, and the dialog opens again.
  useEffect(() => {
    setOpen(true);
  }, [payment]);
  // The dialog is a portal into body, which does not exist on the server.
  if (!hydrated || !isOpen) return null;
  return (
    <Suspense>
      <PaymentDialog
        payment={payment}
        picture={picture}
        setup={setup}
        onClose={() => setOpen(false)}
        onSettled={() => navigate(paths.store.purchase(payment.key), { replace: true })}
      />
    </Suspense>
  );
}
