import { useState } from "react";
import { useTranslation } from "react-i18next";
import { loadCardScript } from "~/components/payment/load-stripe";
import type { CardSetup, PurchaseSummary } from "~/domain/purchase-summary";
import { asLanguage } from "~/i18n/languages";

/** Goes on with 3-D Secure, in the provider's own window; then the server is asked what came of it. */
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
      // The script did not load, or broke: what became of the payment the server can still read.
      setFailed(true);
    }
    onEnd();
  }
  return { hasFailed, goOn };
}
