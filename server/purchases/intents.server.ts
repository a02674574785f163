import { z } from "zod";
import { paymentStateOf } from "~/domain/payment-intent";
import type { CardSetup, IntentReading } from "~/domain/purchase-summary";
import { env } from "#server/config/env.server";
import { log } from "#server/observe/log.server";
import { type CardPurchase, intentIdOf } from "./purchase.server";

const TIMEOUT_MS = 4_000;
const STRIPE_API = "https://api.stripe.com/v1";

/** Fields of Stripe's PaymentIntent that the site reads. */
const intentSchema = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.number(),
  currency: z.string(),
  last_payment_error: z.object({ code: z.string().nullish(), decline_code: z.string().nullish() }).nullish(),
});

/** Returns the browser's settings for the payment provider; undefined when no key is configured. */
export function cardSetup(): CardSetup | undefined {
  const { stripePublishableKey, stripeJsUrl } = env();
  return stripePublishableKey === undefined
    ? undefined
    : { publishableKey: stripePublishableKey, scriptUrl: stripeJsUrl };
}

/** The amount that an intent asks for, in hundredths. */
export interface Charge {
  amount: number;
  currency: string;
}

/**
 * Reads the state of a card purchase from the payment provider, with the publishable key and the intent's client
 * secret. Never throws: a failed request yields "unknown".
 */
export async function readIntent(
  purchase: CardPurchase,
): Promise<{ reading: IntentReading; charge?: Charge }> {
  const { stripePublishableKey, stripeJsUrl } = env();
  if (stripePublishableKey === undefined) return { reading: { kind: "unknown" } };
  const id = intentIdOf(purchase);
  // The server of the stand-in script also stands in for the API.
  const api = stripeJsUrl === undefined ? STRIPE_API : new URL("v1", stripeJsUrl).href;
  const url = new URL(`${api}/payment_intents/${encodeURIComponent(id)}`);
  url.searchParams.set("client_secret", purchase.clientSecret);
  try {
    const response = await fetch(url, {
      headers: { Authorization: `Bearer ${stripePublishableKey}` },
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body: unknown = await response.json();
    const intent = intentSchema.safeParse(body);
    if (response.ok && intent.success && intent.data.id === id) {
      const { amount, currency } = intent.data;
      const charge = { amount, currency: currency.toUpperCase() };
      return { reading: paymentStateOf(intent.data, purchase), charge };
    }
    log.warn({ status: response.status }, "a payment intent could not be read");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason }, "a payment intent could not be read");
  }
  return { reading: { kind: "unknown" } };
}
