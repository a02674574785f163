import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import type { CardSetup } from "~/domain/purchase-summary";
import type { Language } from "~/i18n/languages";

/** Timeout for loading the script, in ms; then the visitor sees an error. */
const PATIENCE_MS = 15_000;

/** By language, which the provider also uses for its own screens, such as 3-D Secure. */
const loading = new Map<Language, Promise<Stripe>>();

/** Returns the payment provider's object, loaded once. @throws Error, also if late; then the next call retries */
export function loadCardScript(setup: CardSetup, lng: Language): Promise<Stripe> {
  const known = loading.get(lng);
  if (known) return known;
  const late = new Promise<never>((_, reject) => {
    setTimeout(reject, PATIENCE_MS, new Error("The payment script did not load in time"));
  });
  const begun = Promise.race([load(setup, lng), late]).catch((error: unknown) => {
    loading.delete(lng);
    throw error;
  });
  loading.set(lng, begun);
  return begun;
}

async function load({ publishableKey, scriptUrl }: CardSetup, lng: Language): Promise<Stripe> {
  // The loader's URL is fixed, but it uses an existing window.Stripe, so a substitute script (sandbox) behaves like the
  // real one from here on.
  if (scriptUrl && !window.Stripe) await addScript(scriptUrl);
  const stripe = await loadStripe(publishableKey, { locale: lng });
  if (!stripe) throw new Error("The payment script runs in browsers only");
  return stripe;
}

function addScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => {
      // A script element loads only once; a retry needs a new one.
      script.remove();
      reject(new Error(`The payment script could not be loaded from ${src}`));
    };
    document.head.append(script);
  });
}
