import type {
  Appearance,
  Stripe,
  StripeElements,
  StripeError,
  StripePaymentElement,
} from "@stripe/stripe-js";
import { useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { paymentStateOf } from "~/domain/payment-intent";
import { paymentReason } from "~/domain/payment-reasons";
import { paths } from "~/domain/paths";
import type { CardSetup, CardSummary, IntentReading } from "~/domain/purchase-summary";
import { asLanguage } from "~/i18n/languages";
import { useLatest } from "../document/use-latest";
import { announceCharge } from "./announce-charge";
import { loadCardScript } from "./load-stripe";

/**
 * - `loading`: the script and the card form are loading
 * - `ready`: a card can be entered
 * - `working`: the card is being charged
 * - `away`: the provider is in control (a bank's page, a wallet); the visitor may leave
 * - `failed`: there is no card form, and nothing was charged
 */
type CardPhase = "loading" | "ready" | "working" | "away" | "failed";

interface CardForm {
  stripe: Stripe;
  elements: StripeElements;
}

/**
 * React hook that mounts the payment provider's card form for one payment in `place` (payment.md, point 3).
 * `onSettled`: the payment no longer waits for a card. `onEscape`: Escape was pressed inside the form's frame.
 * @returns `message`: key of a `store` text, why nothing was charged, or what to correct
 */
export function useCardForm(
  payment: CardSummary,
  setup: CardSetup,
  place: React.RefObject<HTMLElement>,
  { onSettled, onEscape }: { onSettled: () => void; onEscape: () => void },
) {
  const lng = asLanguage(useTranslation().i18n.language);
  const [phase, setPhase] = useState<CardPhase>("loading");
  const [message, setMessage] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const made = useRef<CardForm>();
  // A ref, so that a parent's render does not mount the form again.
  const current = useLatest({ payment, onSettled, onEscape });

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
      const elements = stripe.elements({ clientSecret, locale: lng, appearance: brandAppearance() });
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
  }, [key, clientSecret, publishableKey, scriptUrl, lng, place, attempt, current]);

  // The page was restored from the back/forward cache after a bank's page, in the middle of the payment.
  useEffect(() => {
    if (phase !== "away") return;
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) current.current.onSettled();
    };
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, [phase, current]);

  const pay = useCallback(async () => {
    const cardForm = made.current;
    if (!cardForm) return;
    const backToCard = (key: string) => {
      setMessage(key);
      setPhase("ready");
    };
    setPhase("working");
    setMessage(undefined);

    const { error: invalid } = await cardForm.elements.submit();
    if (invalid) return backToCard("store:reasons.invalid");
    const begun = await announceCharge(key);
    if (begun === "offline" || begun === "signedOut" || begun === "failed")
      return backToCard(`store:dialog.${begun}`);
    if (begun === "gone") {
      setMessage("store:dialog.gone");
      return setPhase("failed");
    }
    if (begun !== "submitted") return current.current.onSettled();

    // Synchronous, because the provider may leave the page within this call.
    flushSync(() => setPhase("away"));
    const problem = await charge(cardForm, key);
    if (problem === undefined) return current.current.onSettled();
    if (isOfCard(problem)) return backToCard(`store:reasons.${paymentReason(problem)}`);
    // Neither a card error nor a success: the purchase's own page determines the state.
    current.current.onSettled();
  }, [key, current]);

  return { phase, message, pay, retry: () => setAttempt((count) => count + 1) };
}

/** @throws Error if the provider cannot be asked */
async function readBefore(stripe: Stripe, payment: CardSummary): Promise<IntentReading> {
  const { paymentIntent, error } = await stripe.retrievePaymentIntent(payment.clientSecret);
  const intent = paymentIntent ?? error?.payment_intent;
  if (!intent) throw new Error("The payment could not be read");
  return paymentStateOf(intent, payment);
}

/** Confirms the payment. Returns undefined unless it failed, whether or not it has succeeded yet. */
async function charge({ stripe, elements }: CardForm, key: string): Promise<StripeError | undefined> {
  const confirmParams = { return_url: `${location.origin}${paths.store.purchase(key)}` };
  try {
    return (await stripe.confirmPayment({ elements, confirmParams, redirect: "if_required" })).error;
  } catch {
    // An exception in the provider's script: as for its "api_error", the intent's state must be read.
    return { type: "api_error" };
  }
}

const isOfCard = (error: StripeError): boolean =>
  error.type === "card_error" ||
  error.type === "validation_error" ||
  error.payment_intent?.status === "requires_payment_method";

/**
 * Returns the site's style for the card form. The form is in a frame of another origin, which custom properties do not
 * reach, so their values are read from the page: the roles, which have other values at night.
 */
function brandAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    theme: "stripe",
    labels: "above",
    variables: {
      colorPrimary: token("--ring"),
      colorBackground: token("--float"),
      colorText: token("--text"),
      colorTextSecondary: token("--text-soft"),
      colorTextPlaceholder: token("--text-soft"),
      colorDanger: token("--danger"),
      fontFamily: "system-ui, sans-serif",
      fontSizeBase: "17px",
      borderRadius: "10px",
      spacingUnit: "4px",
    },
    rules: {
      ".Input": { border: `1.5px solid ${token("--line-field")}`, padding: "12px 16px" },
      ".Input--invalid": { border: `2px solid ${token("--danger")}` },
      ".Label": { fontWeight: "700", fontSize: "16px" },
      ".Error": { fontWeight: "600" },
    },
  };
}
