import { Unreadable } from "./env";
import type { Run } from "./run";

/** A payment intent as the provider returns it to a browser. */
export interface Intent {
  id: string;
  status: string;
  amount: number;
  currency: string;
}

export const intentIdOf = (clientSecret: string) => clientSecret.split("_secret_")[0] ?? "";

async function ask(run: Run, request: Request): Promise<Intent | undefined> {
  const response = await run.env.fetch(request);
  const body = (await response.json().catch(() => undefined)) as
    | (Partial<Intent> & { paymentIntent?: Partial<Intent> | null })
    | null
    | undefined;
  if (!response.ok) return undefined;
  const { id, status, amount, currency } = body?.paymentIntent ?? body ?? {};
  const isIntent =
    [id, status, currency].every((text) => typeof text === "string") && typeof amount === "number";
  if (!isIntent) throw new Unreadable("payment intent", "the card provider's JSON", "no payment intent");
  return { id, status, amount, currency } as Intent;
}

const keyOf = ({ options }: Run) => options.providerKey ?? "pk_test_conform";

/**
 * Reads a payment intent with its client secret.
 *
 * @returns undefined when the provider refuses the request
 */
export function readIntent(run: Run, clientSecret: string): Promise<Intent | undefined> {
  const url = new URL(
    `${run.options.provider}/v1/payment_intents/${encodeURIComponent(intentIdOf(clientSecret))}`,
  );
  url.searchParams.set("client_secret", clientSecret);
  return ask(
    run,
    new Request(url, { headers: { Authorization: `Bearer ${keyOf(run)}` }, signal: run.env.signal }),
  );
}

/**
 * Pays with a test card, in Stripe's test mode or at the sandbox's Stripe stand-in.
 *
 * @returns whether the payment succeeded
 * @throws PurchaseLimit after ten purchases
 */
export async function pay(run: Run, clientSecret: string): Promise<boolean> {
  run.mayBuy();
  const { provider = "" } = run.options;
  const id = encodeURIComponent(intentIdOf(clientSecret));
  const isStripe = new URL(provider).hostname === "api.stripe.com";
  const request = isStripe
    ? new Request(`${provider}/v1/payment_intents/${id}/confirm`, {
        method: "POST",
        headers: { Authorization: `Bearer ${keyOf(run)}` },
        body: new URLSearchParams({
          client_secret: clientSecret,
          payment_method: "pm_card_visa",
          return_url: run.options.site,
        }),
        signal: run.env.signal,
      })
    : new Request(`${provider}/api/intents/${id}/confirm`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Origin: new URL(provider).origin },
        body: JSON.stringify({
          clientSecret,
          card: { number: "4242424242424242", expiry: "12/40", cvc: "123" },
        }),
        signal: run.env.signal,
      });
  return (await ask(run, request))?.status === "succeeded";
}
