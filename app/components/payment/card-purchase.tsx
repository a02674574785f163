import { useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";
import { paths } from "~/domain/paths";
import type { CardSetup, CardSummary } from "~/domain/purchase-summary";
import { useHydrated } from "../document/use-hydrated";
import { PaymentDialog } from "./payment-dialog";

/** Opens the card dialog for a payment that was created a moment ago. Closing it leaves the payment open. */
export function CardPurchase({ payment, setup }: { payment: CardSummary; setup: CardSetup }) {
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const [isOpen, setOpen] = useState(true);
  // The form can be sent again: the same payment then comes as a new answer, and the dialog opens again.
  useEffect(() => {
    setOpen(true);
  }, [payment]);
  // The server has no body to lay a dialog over.
  if (!hydrated || !isOpen) return null;
  return (
    <PaymentDialog
      payment={payment}
      setup={setup}
      onClose={() => setOpen(false)}
      onSettled={() => navigate(paths.store.purchase(payment.key), { replace: true })}
    />
  );
}
