import { lazy } from "react";

/**
 * Loads the card dialog, which most purchases do not need.
 *
 * @throws TypeError if the file cannot be loaded; a later call tries again
 */
export const loadPaymentDialog = () => import("./payment-dialog");

/** The card dialog. Render it only after `loadPaymentDialog`, because React keeps a failure. */
export const PaymentDialog = lazy(async () => ({ default: (await loadPaymentDialog()).PaymentDialog }));
