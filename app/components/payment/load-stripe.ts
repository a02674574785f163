import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import type { CardSetup } from "~/domain/purchase-summary";
import type { Language } from "~/i18n/languages";
import { elementLocales } from "./appearance";

/** After this long the visitor hears that it did not load, instead of waiting on. */
const PATIENCE_MS = 15_000;

/** By language: the provider speaks one for all that it shows, such as the 3-D Secure step. */
const loading = new Map<Language, Promise<Stripe>>();

/**
 * The payment provider's object in a language, loaded once. A failure is not remembered: the next call tries anew.
 *
 * @throws Error when the script cannot be loaded, or not in time
 */
export function loadCardScript(setup: CardSetup, lng: Language): Promise<Stripe> {
  const known = loading.get(lng);
  if (known) return known;
  const begun = inTime(load(setup, lng)).catch((error: unknown) => {
    loading.delete(lng);
    throw error;
  });
  loading.set(lng, begun);
  return begun;
}

async function load({ publishableKey, scriptUrl }: CardSetup, lng: Language): Promise<Stripe> {
  // The loader's address is fixed, but it takes a window.Stripe that is already there: from here on, a stand-in
  // and the real one are the same to this site.
  if (scriptUrl && !window.Stripe) await addScript(scriptUrl);
  const stripe = await loadStripe(publishableKey, { locale: elementLocales[lng] });
  if (!stripe) throw new Error("The payment script runs in browsers only");
  return stripe;
}

function addScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => {
      // A script element loads once, so a further try needs a new one.
      script.remove();
      reject(new Error(`The payment script could not be loaded from ${src}`));
    };
    document.head.append(script);
  });
}

function inTime<Value>(work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The payment script did not load in time")), PATIENCE_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
