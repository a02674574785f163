/** The effect of each named scenario, and that undoing it leaves no traces. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createSandbox, type Sandbox } from "#server/sandbox/sandbox";
import data from "#server/sandbox/switches/scenarios.json";
import { newFolder } from "../../kit/data/new-folder";
import { json, make, origin, sandbox, signIn, useDesk } from "./desk-support";

const NEWS = "/api/news?page=1&size=100&scope=WEB&language=EN";
const REFRESH = "/api/auth/refresh/session?platform=WEB";

useDesk();

interface SandboxResponse {
  status: number;
  headers: Headers;
  text: string;
  body: { result?: number; message?: string; data?: Record<string, unknown> };
}

/** Sends a request and returns the response. Status 0 means that the connection was closed. */
async function send(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<SandboxResponse> {
  const type: Record<string, string> = body === undefined ? {} : { "Content-Type": "application/json" };
  const request = new Request(origin + path, {
    method,
    headers: { ...type, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await sandbox.fetch(request).catch(() => undefined);
  const text = (await response?.text()) ?? "";
  const isJson = /^[[{]/.test(text) && /[\]}]$/.test(text);
  return {
    status: response?.status ?? 0,
    headers: response?.headers ?? new Headers(),
    text,
    body: isJson ? (JSON.parse(text) as SandboxResponse["body"]) : {},
  };
}

async function signedIn(order: object = {}) {
  const made = await make(order);
  const tokens = (await signIn(made)).data ?? {};
  const bearer = (token = tokens["accessToken"]) => ({ Authorization: `Bearer ${token}` });
  return { id: made.id, tokens, bearer };
}
interface Books {
  balances: { soria: number };
  transactions: object[];
}
const books = async (id: number) => (await json<Books>("GET", `/__books?member=${id}`)).data;
const soria = async (id: number) => (await books(id)).balances.soria;
const lantern = { transactionMethod: "SORIA", objectId: 1, quantity: 1 };
const buy = (bearer: Record<string, string>, order: object = lantern) =>
  send("POST", "/api/store/products/purchase", order, bearer);

/** Buys by card and pays the intent. @returns the member, and a function that makes the capture call */
async function paid() {
  const member = await signedIn();
  const { body } = await buy(member.bearer(), { transactionMethod: "STRIPE", objectId: 10, quantity: 1 });
  const { transactionId, clientSecret = "" } = body.data as Record<string, string>;
  const externalTransactionId = clientSecret.split("_secret_")[0];
  const card = { number: "4242424242424242", expiry: "12/34", cvc: "123" };
  await send(
    "POST",
    `/stripe/api/intents/${externalTransactionId}/confirm`,
    { clientSecret, card },
    { Origin: origin },
  );
  const order = { transactionMethod: "STRIPE", transactionId, externalTransactionId };
  return { ...member, capture: () => send("POST", "/api/store/order/capture", order, member.bearer()) };
}

/** Checks the effect of each scenario while it is active. */
const trials: Record<string, () => Promise<void>> = {
  "card-declined-after-capture": async () => {
    const { id, capture } = await paid();
    expect((await capture()).body).toMatchObject({ result: 10006, data: null });
    expect((await books(id)).transactions).toMatchObject([{ status: "CAPTURED" }]);
  },
  "capture-response-lost": async () => {
    const { capture } = await paid();
    expect((await capture()).status).toBe(0);
    expect((await capture()).body.data).toMatchObject({ status: "CAPTURED" });
  },
  "purchase-response-lost": async () => {
    const { id, bearer } = await signedIn({ balances: { soria: 1000 } });
    expect((await buy(bearer())).status).toBe(0);
    expect(await soria(id)).toBe(700);
  },
  "price-changes-in-mid-purchase": async () => {
    const { id, bearer } = await signedIn({ balances: { soria: 1000 } });
    const { body } = await buy(bearer(), {
      ...lantern,
      expectedUnitAmount: 30_000,
      expectedCurrency: "SORIA",
    });
    expect(body.result).toBe(10100);
    expect(await soria(id)).toBe(1000);
  },
  "api-down-for-a-day": async () => {
    for (const path of [NEWS, "/order-service/v1/users/orders"]) {
      const response = await send("GET", path);
      expect([response.status, response.headers.get("retry-after")], path).toEqual([503, "86400"]);
    }
  },
  "order-service-down": async () => {
    expect((await send("GET", "/order-service/v1/users/orders")).status).toBe(0);
    expect((await send("GET", NEWS)).status).toBe(200);
  },
  "gateway-error-page": async () => {
    const response = await send("GET", NEWS);
    expect([response.status, response.text.slice(0, 15)]).toEqual([502, "<!doctype html>"]);
  },
  "slow-evening": async () => {
    expect(sandbox.services.settings.delayMs).toBe(2500);
  },
  "responses-cut": async () => {
    const { text } = await send("GET", NEWS);
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  },
  "news-store-emptied": async () => {
    expect((await send("GET", NEWS)).body.data).toMatchObject({
      items: [],
      stats: { total: 0 },
    });
    const { bearer } = await signedIn();
    const products = await send("GET", "/api/store/products?page=1&size=12&scope=WEB", undefined, bearer());
    expect(products.body.data).toMatchObject({ items: [], total_pages: 0 });
    expect((await send("GET", "/api/news/1?language=EN")).body.data).toHaveProperty("title");
  },
  "odd-content": async () => {
    const { text } = await send("GET", NEWS);
    expect(text).toMatch(/[\u0590-\u05ff]/);
  },
  "refresh-token-rotated-twice": async () => {
    const { tokens, bearer } = await signedIn();
    const refresh = () => send("GET", REFRESH, undefined, bearer(tokens["refreshToken"]));
    expect((await refresh()).status).toBe(0);
    expect((await refresh()).status).toBe(401);
  },
  "session-ends-in-mid-form": async () => {
    const { tokens, bearer } = await signedIn();
    const { exp, iat } = JSON.parse(
      Buffer.from((tokens["accessToken"] ?? "").split(".")[1] ?? "", "base64url").toString(),
    ) as { exp: number; iat: number };
    expect(exp - iat).toBe(5);
    const refresh = await send("GET", REFRESH, undefined, bearer(tokens["refreshToken"]));
    expect(refresh.status).toBe(401);
  },
  "mail-service-down": async () => {
    const { body } = await send("POST", "/api/auth/request-code", { email: "x@soria.test", language: "EN" });
    expect(body.result).toBe(1012);
  },
  "inquiry-response-lost": async () => {
    const { bearer } = await signedIn();
    const form = new FormData();
    const fields = {
      type: "ACCOUNT",
      name: "A",
      email: "a@soria.test",
      subject: "S",
      content: "C",
      language: "EN",
    };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const request = new Request(`${origin}/api/support/inquiries`, {
      method: "POST",
      headers: bearer(),
      body: form,
    });
    await expect(sandbox.fetch(request)).rejects.toThrow("closed");
  },
  "older-api": async () => {
    const { id, bearer } = await signedIn({ balances: { soria: 1000 } });
    expect((await send("GET", "/api/users/me/purchases", undefined, bearer())).status).toBe(404);
    const keyed = { ...bearer(), "Idempotency-Key": "k".repeat(20) };
    await buy(keyed);
    await buy(keyed);
    expect(await soria(id)).toBe(400);
  },
};

const stateNow = async () => {
  const { settings, db } = sandbox.services;
  const products = await db.all("SELECT id, amount, payment_type FROM products ORDER BY id");
  return JSON.stringify({ settings, products, faults: (await send("GET", "/__faults")).text });
};

test("a trial is written for each scenario, and docs/testing.md names it", () => {
  const names = data.map(({ name }) => name);
  expect(Object.keys(trials).sort()).toEqual([...names].sort());
  const doc = readFileSync("docs/testing.md", "utf8");
  for (const name of names) expect(doc, name).toContain(`\`${name}\``);
});

test.each(data.map(({ name }) => name))("%s does what it says, and undone leaves nothing", async (name) => {
  const before = await stateNow();
  expect((await send("POST", `/__scenarios/${name}`)).status).toBe(200);
  await trials[name]?.();
  expect((await send("DELETE", `/__scenarios/${name}`)).status).toBe(200);
  expect(await stateNow()).toBe(before);
});

test("played twice and undone once, a scenario leaves nothing", async () => {
  const before = await stateNow();
  for (let i = 0; i < 2; i += 1) await send("POST", "/__scenarios/slow-evening");
  await send("DELETE", "/__scenarios/slow-evening");
  expect(await stateNow()).toBe(before);
});

test("two that change the same setting do not play together", async () => {
  await send("POST", "/__scenarios/refresh-token-rotated-twice");
  const refused = await send("POST", "/__scenarios/session-ends-in-mid-form");
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringContaining("Refresh token rotated twice"),
  ]);
  expect((await send("POST", "/__scenarios/order-service-down")).status).toBe(200);
  expect((await send("POST", "/__scenarios/none")).status).toBe(404);
});

test("played for one member, its rules meet nobody else", async () => {
  const [one, other] = [await signedIn(), await signedIn()];
  await send("POST", "/__scenarios/order-service-down", { member: one.id });
  const orders = (who: typeof one) =>
    send(
      "GET",
      "/order-service/v1/users/orders?page=1&size=10",
      undefined,
      who.bearer(who.tokens["ecAccessToken"]),
    );
  expect((await orders(one)).status).toBe(0);
  expect((await orders(other)).status).toBe(200);
});

test("after a restart the prices of before are back", async () => {
  const dataDir = newFolder();
  const priceOf = async ({ services }: Sandbox) =>
    (await services.db.one<{ amount: number }>("SELECT amount FROM products WHERE id = 1"))?.amount;
  const first = await createSandbox({ dataDir, origin });
  await first.fetch(new Request(`${origin}/__scenarios/price-changes-in-mid-purchase`, { method: "POST" }));
  await first.fetch(new Request(`${origin}/api/store/products/purchase`, { method: "POST" }));
  expect(await priceOf(first)).toBe(60_000);
  await first.close();
  const second = await createSandbox({ dataDir, origin });
  expect(await priceOf(second)).toBe(30_000);
  await second.close();
});
