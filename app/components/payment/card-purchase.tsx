import { useNavigate } from "@remix-run/react";
import { Suspense, useEffect, useState } from "react";
import { paths } from "~/domain/paths";
import type { CardSetup, CardSummary } from "~/domain/purchase-summary";
import { useHydrated } from "../document/use-hydrated";
import { PaymentDialog } from "./lazy-payment-dialog";

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
