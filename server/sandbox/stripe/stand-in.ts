import { randomBytes } from "node:crypto";
import { Hono, type Context } from "hono";
import { z } from "zod";
import type { Services } from "../services";
import { cardFaults, chargeOf, type IntentError } from "./cards";
import type { HeldIntent } from "./intents";
import { asJson, browserFile, challengePage, elementPage } from "./pages";
import { localeOf, messageOf, TEXTS, type Locale } from "./texts";

/** Origins on this machine, with any port. No other page may embed the card form or read intents. */
const LOCAL_ORIGIN = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

const confirmBody = z.object({
  clientSecret: z.string().max(200),
  locale: z.string().max(20).optional(),
  card: z.object({ number: z.string().max(40), expiry: z.string().max(20), cvc: z.string().max(10) }),
});
const authenticateBody = z.object({ clientSecret: z.string().max(200), passed: z.boolean() });

const titles = asJson(
  Object.fromEntries(Object.entries(TEXTS).map(([locale, texts]) => [locale, texts.frameTitle])),
);

function shown(intent: HeldIntent, locale: Locale) {
  const { id, status, amount, currency, clientSecret, createdAt, lastError } = intent;
  return {
    id,
    object: "payment_intent",
    amount,
    currency,
    status,
    client_secret: clientSecret,
    created: Math.floor(createdAt / 1000),
    livemode: false,
    next_action: status === "requires_action" ? { type: "use_stripe_sdk" } : null,
    last_payment_error: lastError && withMessage(lastError, locale),
  };
}

const withMessage = (error: IntentError, locale: Locale) => ({
  ...error,
  message: messageOf(locale, error.code, error.decline_code),
});

const failure = (locale: Locale, error: IntentError, intent: HeldIntent) => ({
  error: { ...withMessage(error, locale), payment_intent: shown(intent, locale) },
});

const missing = {
  error: { type: "invalid_request_error", code: "resource_missing", message: "No such payment_intent." },
};

/** Reads the body of a request from the stand-in's own pages; undefined for another origin or an invalid body. */
async function ownBody<Body>(c: Context, schema: z.ZodType<Body>): Promise<Body | undefined> {
  if (c.req.header("origin") !== new URL(c.req.url).origin) return undefined;
  return schema.safeParse(await c.req.json().catch(() => undefined)).data;
}

/**
 * Routes the Stripe stand-in under /stripe: the script that replaces Stripe.js, the card form and the 3-D Secure page
 * in iframes of the sandbox's origin, and the intents. No part of a card number is stored.
 */
export function cardStandIn({ intents, now }: Pick<Services, "intents" | "now">) {
  const app = new Hono();

  app.get("/stripe/stripe.js", (c) =>
    c.body(browserFile("stripe.js").replace('"__TITLES__"', titles), 200, {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "no-cache",
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "cross-origin",
    }),
  );

  const framed = (draw: typeof elementPage) => (c: Context) => {
    const parent = c.req.query("parent") ?? "";
    if (!LOCAL_ORIGIN.test(parent))
      return c.text("The card form is shown by a site on this machine only.", 400);
    const nonce = randomBytes(16).toString("base64");
    const html = draw({ locale: localeOf(c.req.query("locale")), parent, nonce, now: now() });
    return c.html(html, 200, {
      "Content-Security-Policy":
        `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; connect-src 'self'; ` +
        `base-uri 'none'; form-action 'none'; frame-ancestors ${parent}`,
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
    });
  };
  app.get("/stripe/element", framed(elementPage));
  app.get("/stripe/challenge", framed(challengePage));

  app.get("/stripe/api/intents/:id", async (c) => {
    const origin = c.req.header("origin");
    const readable: Record<string, string> =
      origin && LOCAL_ORIGIN.test(origin) ? { "Access-Control-Allow-Origin": origin } : {};
    const headers = { ...readable, Vary: "Origin", "Cache-Control": "no-store" };
    const intent = await intents.open(c.req.param("id"), c.req.query("client_secret") ?? "");
    if (!intent) return c.json(missing, 404, headers);
    return c.json({ paymentIntent: shown(intent, localeOf(c.req.query("locale"))) }, 200, headers);
  });

  // Same path as api.stripe.com, for servers: a publishable key and the client secret allow reading an intent.
  app.get("/stripe/v1/payment_intents/:id", async (c) => {
    if (!/^Bearer pk_test_/.test(c.req.header("authorization") ?? ""))
      return c.json({ error: { type: "invalid_request_error", message: "No such API key." } }, 401);
    const intent = await intents.open(c.req.param("id"), c.req.query("client_secret") ?? "");
    return intent ? c.json(shown(intent, "en")) : c.json(missing, 404);
  });

  app.post("/stripe/api/intents/:id/confirm", async (c) => {
    const body = await ownBody(c, confirmBody);
    if (!body) return c.json(missing, 400);
    const locale = localeOf(body.locale);
    const intent = await intents.open(c.req.param("id"), body.clientSecret);
    if (!intent) return c.json(missing, 404);
    const fault = cardFaults(body.card, now())[0];
    if (fault) {
      const message = TEXTS[locale].faults[fault.code];
      return c.json({ error: { type: "validation_error", code: fault.code, message } }, 402);
    }
    const confirmed = await intents.confirm(intent.id, chargeOf(body.card.number));
    if (!confirmed) {
      const current = (await intents.open(intent.id, body.clientSecret)) ?? intent;
      const unexpected = { type: "invalid_request_error", code: "payment_intent_unexpected_state" } as const;
      return c.json(failure(locale, unexpected, current), 400);
    }
    if (confirmed.lastError) return c.json(failure(locale, confirmed.lastError, confirmed), 402);
    return c.json({ paymentIntent: shown(confirmed, locale) });
  });

  app.post("/stripe/api/intents/:id/authenticate", async (c) => {
    const body = await ownBody(c, authenticateBody);
    if (!body) return c.json(missing, 400);
    const intent = await intents.open(c.req.param("id"), body.clientSecret);
    if (!intent) return c.json(missing, 404);
    const ended = await intents.authenticate(intent.id, body.passed);
    return ended ? c.json({ status: ended.status }) : c.json({ status: intent.status }, 409);
  });

  return app;
}
