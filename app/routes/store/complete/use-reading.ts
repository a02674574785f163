import { useLocation } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadCardScript } from "~/components/payment/load-stripe";
import { type IntentReading, readIntent, readingOfResult } from "~/components/payment/read-intent";
import type { CardSetup, PaymentView } from "~/domain/payment-view";
import { asLanguage } from "~/i18n/languages";

export type Reading = IntentReading | { kind: "reading" } | { kind: "scriptFailed" };

/** How often a payment in processing is looked at. */
const POLL_MS = 4_000;

/**
 * What the payment provider says about a payment: read when the page is shown, again when its address is loaded
 * again ("check again"), and every few seconds while it is in processing.
 */
export function useReading(payment: PaymentView, setup: CardSetup | null) {
  const [reading, setReading] = useState<Reading>({ kind: "reading" });
  const { key } = useLocation();
  const lng = asLanguage(useTranslation().i18n.language);
  const { transactionId, isInterrupted } = payment;

  const read = useCallback(async () => {
    if (!setup) return setReading({ kind: "unknown" });
    const stripe = await loadCardScript(setup, lng).catch(() => undefined);
    setReading(stripe ? await readIntent(stripe, payment) : { kind: "scriptFailed" });
    // A loader's data is a new object each time; the payment is the same one as long as this is.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [transactionId, setup?.publishableKey, setup?.scriptUrl, lng]);

  useEffect(() => {
    // It is known to be paid; there is nothing to ask.
    if (!isInterrupted) void read();
  }, [read, key, isInterrupted]);

  useEffect(() => {
    if (reading.kind !== "processing") return;
    const timer = setInterval(() => void read(), POLL_MS);
    return () => clearInterval(timer);
  }, [reading.kind, read]);

  /** Goes on with 3-D Secure, in the provider's own window. */
  const continueAction = useCallback(async () => {
    if (!setup) return;
    setReading({ kind: "reading" });
    const stripe = await loadCardScript(setup, lng).catch(() => undefined);
    if (!stripe) return setReading({ kind: "scriptFailed" });
    const { clientSecret } = payment;
    setReading(await readingOfResult(stripe.handleNextAction({ clientSecret }), payment));
  }, [payment, setup, lng]);

  return { reading, read, continueAction };
}
