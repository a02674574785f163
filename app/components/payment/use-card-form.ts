import type { Stripe, StripeElements, StripeError, StripePaymentElement } from "@stripe/stripe-js";
import { useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { readingOf } from "~/domain/intent-reading";
import { paymentReason } from "~/domain/payment-reasons";
import { paths } from "~/domain/paths";
import type { CardSetup, CardSummary, IntentReading } from "~/domain/purchase-summary";
import { asLanguage } from "~/i18n/languages";
import { brandAppearance, elementLocales } from "./appearance";
import { announceCharge } from "./announce-charge";
import { loadCardScript } from "./load-stripe";

/**
 * - `loading`: the script and the card form are on their way
 * - `ready`: a card can be entered
 * - `working`: the card is being charged
 * - `away`: the provider has taken over (a bank's page, a wallet): nothing holds the visitor here
 * - `failed`: there is no card form, and nothing was charged
 */
export type CardPhase = "loading" | "ready" | "working" | "away" | "failed";

interface CardForm {
  phase: CardPhase;
  /** A key of the `store` texts: why nothing was charged, or what to mend. */
  message: string | undefined;
  /** Charges the card that was entered. */
  pay: () => Promise<void>;
  /** Loads the card form again, after `failed`. */
  retry: () => void;
}

/**
 * The payment provider's card form for one payment (payment.md, point 3).
 *
 * @param place where the form is put
 * @param onSettled the payment is in another state than "waits for a card": its own page says which
 * @param onEscape Escape was pressed inside the form's frame
 */
export function useCardForm(
  payment: CardSummary,
  setup: CardSetup,
  place: React.RefObject<HTMLElement>,
  { onSettled, onEscape }: { onSettled: () => void; onEscape: () => void },
): CardForm {
  const lng = asLanguage(useTranslation().i18n.language);
  const [phase, setPhase] = useState<CardPhase>("loading");
  const [message, setMessage] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const made = useRef<{ stripe: Stripe; elements: StripeElements }>();
  // The form must not be made anew because a parent rendered again.
  const current = useRef({ payment, onSettled, onEscape });
  current.current = { payment, onSettled, onEscape };

  const { key, clientSecret } = payment;
  const { publishableKey, scriptUrl } = setup;
  useEffect(() => {
    let element: StripePaymentElement | undefined;
    let gone = false;

    async function make() {
      const stripe = await loadCardScript({ publishableKey, scriptUrl }, lng);
      const reading = await readBefore(stripe, current.current.payment);
      if (gone || !place.current) return;
      if (reading.kind === "amountChanged") throw new Error("amountChanged");
      if (reading.kind !== "card") return current.current.onSettled();
      if (reading.reason) setMessage(`store:reasons.${reading.reason}`);
      const elements = stripe.elements({
        clientSecret,
        locale: elementLocales[lng],
        appearance: brandAppearance(),
      });
      element = elements.create("payment");
      element.on("ready", () => setPhase("ready"));
      element.on("loaderror", () => fail("store:item.scriptFailed"));
      element.on("escape", () => current.current.onEscape());
      element.mount(place.current);
      made.current = { stripe, elements };
    }
    function fail(key: string) {
      if (gone) return;
      setMessage(key);
      setPhase("failed");
    }

    setPhase("loading");
    setMessage(undefined);
    make().catch((error: Error) =>
      fail(error.message === "amountChanged" ? "store:dialog.amountChanged" : "store:item.scriptFailed"),
    );
    return () => {
      gone = true;
      made.current = undefined;
      element?.destroy();
    };
  }, [key, clientSecret, publishableKey, scriptUrl, lng, place, attempt]);

  // Back from a bank's page by the back button: the browser shows this page as it was left, in the middle of paying.
  useEffect(() => {
    if (phase !== "away") return;
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) current.current.onSettled();
    };
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, [phase]);

  const pay = useCallback(async () => {
    if (!made.current) return;
    const { stripe, elements } = made.current;
    const backToCard = (key: string) => {
      setMessage(key);
      setPhase("ready");
    };
    setPhase("working");
    setMessage(undefined);

    const { error: invalid } = await elements.submit();
    if (invalid) return backToCard("store:reasons.invalid");
    const begun = await announceCharge(key);
    if (begun === "offline" || begun === "signedOut") return backToCard(`store:dialog.${begun}`);
    if (begun === "gone") {
      setMessage("store:dialog.gone");
      return setPhase("failed");
    }
    if (begun !== "submitted") return current.current.onSettled();

    // At once, not with the next drawing: the provider may leave the page in this very call.
    flushSync(() => setPhase("away"));
    const problem = await charge(stripe, elements, key);
    if (problem === undefined) return current.current.onSettled();
    if (isOfCard(problem)) return backToCard(`store:reasons.${paymentReason(problem)}`);
    // Neither the card's fault nor a success: the purchase's own page finds out what became of it.
    current.current.onSettled();
  }, [key]);

  return { phase, message, pay, retry: () => setAttempt((count) => count + 1) };
}

/** Whether the intent waits for a card, before one is entered. @throws Error when the provider cannot be asked */
async function readBefore(stripe: Stripe, payment: CardSummary): Promise<IntentReading> {
  const { paymentIntent, error } = await stripe.retrievePaymentIntent(payment.clientSecret);
  const intent = paymentIntent ?? error?.payment_intent;
  if (!intent) throw new Error("The payment could not be read");
  return readingOf(intent, payment);
}

/** Confirms the payment. Undefined when it went on, whether or not it has succeeded yet. */
async function charge(
  stripe: Stripe,
  elements: StripeElements,
  key: string,
): Promise<StripeError | undefined> {
  try {
    const { error } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: `${location.origin}${paths.store.purchase(key)}` },
      redirect: "if_required",
    });
    return error;
  } catch {
    // A fault of the provider's script: as with its own "api_error", the intent has to be asked.
    return { type: "api_error" };
  }
}

function isOfCard(error: StripeError): boolean {
  return (
    error.type === "card_error" ||
    error.type === "validation_error" ||
    error.payment_intent?.status === "requires_payment_method"
  );
}
