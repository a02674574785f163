import { useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";
import { PaymentDialog } from "~/components/payment/payment-dialog";
import { paths } from "~/domain/paths";
import type { CardSetup, PaymentView } from "~/domain/payment-view";

/** Opens the card dialog for a payment that was created a moment ago. Closing it leaves the payment open. */
export function CardPurchase({ payment, setup }: { payment: PaymentView; setup: CardSetup }) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(true);
  // The form can be sent again: the same payment then comes as a new answer, and the dialog opens again.
  useEffect(() => setOpen(true), [payment]);
  if (!isOpen) return null;
  return (
    <PaymentDialog
      payment={payment}
      setup={setup}
      onClose={() => setOpen(false)}
      onSettled={() =>
        navigate(paths.store.complete({ transaction: payment.transactionId }), { replace: true })
      }
    />
  );
}
