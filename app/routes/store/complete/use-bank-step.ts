import { useState } from "react";
import { useTranslation } from "react-i18next";
import { loadCardScript } from "~/components/payment/load-stripe";
import type { CardSetup, PurchaseSummary } from "~/domain/purchase-summary";
import { asLanguage } from "~/i18n/languages";

/**
 * React hook that continues 3-D Secure in the provider's window.
 *
 * @param onEnd called afterwards, also after a failure, to read the result from the server
 */
export function useBankStep({ clientSecret }: PurchaseSummary, setup: CardSetup | null, onEnd: () => void) {
  const lng = asLanguage(useTranslation().i18n.language);
  const [hasFailed, setFailed] = useState(false);
  async function goOn() {
    if (!setup || !clientSecret) return;
    setFailed(false);
    try {
      const stripe = await loadCardScript(setup, lng);
      await stripe.handleNextAction({ clientSecret });
    } catch {
      // The script failed; the server can still read the payment's state.
      setFailed(true);
    }
    onEnd();
  }
  return { hasFailed, goOn };
}
