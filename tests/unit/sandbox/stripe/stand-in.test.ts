import type { Hono } from "hono";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "#server/sandbox/database";
import { IntentStore } from "#server/sandbox/stripe/intents";
import { cardStandIn } from "#server/sandbox/stripe/stand-in";

const BASE = "http://localhost:4000";
const SITE = "http://127.0.0.1:3123";
let db: Database;
let app: Hono;
let intents: IntentStore;
let now: number;

beforeEach(async () => {
  now = Date.UTC(2026, 10, 20);
  db = await openDatabase(":memory:");
  intents = new IntentStore(db, () => now);
  app = cardStandIn({ intents, now: () => now });
});
afterEach(() => db.close());

const open = () => intents.create({ amount: 1999, currency: "USD", metadata: { objectId: "7" } });
const post = (path: string, body: unknown, origin = BASE) =>
  app.request(`${BASE}/stripe/api/intents/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: origin },
    body: JSON.stringify(body),
  });
const pay = (intent: { id: string; clientSecret: string }, number: string, more: object = {}) =>
  post(`${intent.id}/confirm`, {
    clientSecret: intent.clientSecret,
    locale: "en",
    card: { number, expiry: "12 / 34", cvc: "123", ...more },
  });

describe("an intent", () => {
  it("waits for a card, and is paid once", async () => {
    const intent = await open();
    expect(await intents.get(intent.id)).toEqual({
      id: intent.id,
      status: "requires_payment_method",
      amount: 1999,
      currency: "usd",
      metadata: { objectId: "7" },
      refunded: 0,
    });
    const [first, second] = await Promise.all([
      pay(intent, "4242424242424242"),
      pay(intent, "4242424242424242"),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 400]);
    expect((await intents.get(intent.id))?.status).toBe("succeeded");
  });

  it("refuses an amount that is not a positive whole number", async () => {
    for (const amount of [0, -1, 1.5, Number.MAX_SAFE_INTEGER + 1, NaN]) {
      await expect(intents.create({ amount, currency: "usd", metadata: {} })).rejects.toThrow(RangeError);
    }
    const { id } = await intents.create({ amount: Number.MAX_SAFE_INTEGER, currency: "usd", metadata: {} });
    expect((await intents.get(id))?.amount).toBe(Number.MAX_SAFE_INTEGER);
  });

  it("is declined with Stripe's codes and can be paid with another card", async () => {
    const intent = await open();
    const declined = await pay(intent, "4000000000009995");
    expect(declined.status).toBe(402);
    expect(await declined.json()).toMatchObject({
      error: {
        type: "card_error",
        code: "card_declined",
        decline_code: "insufficient_funds",
        message: "Your card has insufficient funds.",
        payment_intent: { status: "requires_payment_method" },
      },
    });
    expect((await pay(intent, "4242424242424242")).status).toBe(200);
  });

  it.each([
    [true, "succeeded", null],
    [false, "requires_payment_method", "payment_intent_authentication_failure"],
  ])("asks for 3-D Secure, passed: %s", async (passed, status, code) => {
    const intent = await open();
    expect(await (await pay(intent, "4000002500003155")).json()).toMatchObject({
      paymentIntent: { status: "requires_action" },
    });
    const end = () => post(`${intent.id}/authenticate`, { clientSecret: intent.clientSecret, passed });
    expect((await end()).status).toBe(200);
    expect((await end()).status).toBe(409);
    const read = await app.request(
      `${BASE}/stripe/api/intents/${intent.id}?client_secret=${intent.clientSecret}&locale=en`,
      { headers: { Origin: SITE } },
    );
    const { paymentIntent } = (await read.json()) as { paymentIntent: Record<string, unknown> };
    expect(paymentIntent).toMatchObject({ status, last_payment_error: code === null ? null : { code } });
  });

  it("stays in processing, then succeeds", async () => {
    const intent = await open();
    await pay(intent, "4000000000000077");
    expect((await intents.get(intent.id))?.status).toBe("processing");
    expect((await pay(intent, "4242424242424242")).status).toBe(400);
    now += 15_000;
    expect((await intents.get(intent.id))?.status).toBe("succeeded");
  });

  it("answers a wrong card with a validation error and stays open", async () => {
    const intent = await open();
    const response = await pay(intent, "4242424242424242", { expiry: "01 / 20" });
    expect(await response.json()).toMatchObject({
      error: { type: "validation_error", code: "invalid_expiry_year_past" },
    });
    expect((await intents.get(intent.id))?.status).toBe("requires_payment_method");
  });

  it("keeps nothing of a card", async () => {
    const intent = await open();
    await pay(intent, "4242424242424242");
    const rows = await db.all("SELECT * FROM card_intents");
    expect(JSON.stringify(rows)).not.toMatch(/4242|12 \/ 34/);
  });

  it("belongs to who knows its secret", async () => {
    const intent = await open();
    const wrong = { ...intent, clientSecret: `${intent.id}_secret_wrong` };
    expect((await pay(wrong, "4242424242424242")).status).toBe(404);
    const read = await app.request(`${BASE}/stripe/api/intents/${intent.id}?client_secret=wrong`);
    expect(read.status).toBe(404);
    expect(await intents.get("pi_none")).toBeUndefined();
  });

  it("is charged from the stand-in's own page only", async () => {
    const intent = await open();
    const body = {
      clientSecret: intent.clientSecret,
      card: { number: "4242424242424242", expiry: "12/34", cvc: "123" },
    };
    expect((await post(`${intent.id}/confirm`, body, SITE)).status).toBe(400);
    expect((await intents.get(intent.id))?.status).toBe("requires_payment_method");
  });
});

describe("what a browser loads", () => {
  it("is a script that parses and names the version that @stripe/stripe-js expects", async () => {
    const response = await app.request(`${BASE}/stripe/stripe.js`);
    const script = await response.text();
    expect(response.headers.get("content-type")).toContain("text/javascript");
    expect(() => new Function(script)).not.toThrow();
    expect(script).toContain('Stripe.version = "endive"');
    expect(script).not.toContain("__TITLES__");
  });

  it.each(["element", "challenge"])("frames the %s page for a site on this machine only", async (name) => {
    const allowed = await app.request(`${BASE}/stripe/${name}?parent=${SITE}&locale=ko`);
    expect(allowed.headers.get("content-security-policy")).toContain(`frame-ancestors ${SITE}`);
    expect(await allowed.text()).toContain('lang="ko"');
    for (const parent of ["https://evil.example", "http://localhost.evil.example", ""]) {
      expect((await app.request(`${BASE}/stripe/${name}?parent=${parent}`)).status).toBe(400);
    }
  });

  it("lets a site on this machine read an intent, and no other", async () => {
    const intent = await open();
    const read = (origin: string) =>
      app.request(`${BASE}/stripe/api/intents/${intent.id}?client_secret=${intent.clientSecret}`, {
        headers: { Origin: origin },
      });
    expect((await read(SITE)).headers.get("access-control-allow-origin")).toBe(SITE);
    expect((await read("https://evil.example")).headers.get("access-control-allow-origin")).toBeNull();
  });
});
