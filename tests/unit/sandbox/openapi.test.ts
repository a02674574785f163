/** The sandbox implements exactly the calls of contract/openapi.yaml, and its responses fit it and server/wire. */
import { beforeAll, describe, expect, it } from "vitest";
import type { WireCall } from "#server/wire/call";
import { type CallName, calls as wireCalls } from "#server/wire/calls";
import { readContract } from "../../../contract/openapi";
import type { ContractCall } from "../../../contract/types";
import { isSignedIn } from "../../../contract/fields";
import { dataFaults, faultsOf } from "../../../contract/validator";
import { API, ORDERS, PASSWORD } from "../../mocks/sandbox";
import { WALLET_KEY, walletBody, withSandbox } from "./support";

const contract = readContract();
/** The names of server/wire and the calls of the contract, by method and path. */
const named = Object.entries<WireCall>(wireCalls).map(([name, { method, path }]) => {
  const plain = (text: string) => text.replace(/\{\w+\}/g, "{}");
  const call = contract.calls.find((one) => one.method === method && plain(`/${one.path}`) === plain(path));
  if (!call) throw new Error(`contract/openapi.yaml has no call ${name}`);
  return [name as CallName, call] as const;
});
const isOrders = ({ service }: ContractCall) => service === "order";

/** Input with which a call succeeds. */
interface Sample {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  json?: unknown;
  form?: Record<string, string>;
  /** A token other than the member's. */
  token?: string;
}

const sandbox = withSandbox();
let access: string;
let refresh: string;
let orderToken: string;
let inquiry: string;

beforeAll(async () => {
  const { data } = await sandbox.signIn("member@soria.test");
  ({ accessToken: access, refreshToken: refresh, ecAccessToken: orderToken } = data);
  const { content } = (
    await sandbox.call<{ content: { publicId: string; status: string }[] }>("/support/inquiries?size=50", {
      token: access,
    })
  ).data;
  inquiry = content.find(({ status }) => status === "OPEN")?.publicId ?? "";
});

async function product(payment: string): Promise<number> {
  const { items } = (
    await sandbox.call<{ items: { id: number; payment_type: string }[] }>("/store/products?size=50", {
      token: access,
    })
  ).data;
  return items.find(({ payment_type }) => payment_type === payment)?.id ?? 0;
}

/** Requests a code by mail, for a member's address or an unregistered one. */
async function withCode(isMember: boolean): Promise<{ email: string; authCode: string }> {
  const email = isMember ? ((await sandbox.make()).email ?? "") : "a-newcomer@soria.test";
  await sandbox.call("/auth/request-code", { body: { email, language: "EN" } });
  return { email, authCode: (await sandbox.mails(email))[0]?.code ?? "" };
}

const list = { page: 1, size: 10 };
const debate = { sId: 19, dId: 1 };

/** One sample per call. A call without a sample does not compile. */
const samples: Record<CallName, () => Sample | Promise<Sample>> = {
  signIn: () => ({
    json: { email: "leaving@soria.test", password: PASSWORD, language: "EN", platform: "WEB" },
  }),
  signOut: async () => {
    const { token, refresh: own } = await sandbox.signedIn();
    return { token, json: { token: own } };
  },
  checkEmail: () => ({ json: { email: "member@soria.test" } }),
  requestCode: async () => ({ json: { email: (await sandbox.make()).email, language: "EN" } }),
  verifyCode: async () => ({ json: await withCode(true) }),
  signUp: async () => {
    const code = await withCode(false);
    await sandbox.call("/auth/verify-code", { body: code });
    return { json: { email: code.email, password: PASSWORD, firstName: "Mio", lastName: "Sato" } };
  },
  resetToken: async () => ({ json: await withCode(true) }),
  forgotPassword: async () => ({ json: { email: (await sandbox.make()).email, language: "EN" } }),
  resetPassword: async () => {
    const { data } = await sandbox.call<{ token: string }>("/auth/token", { body: await withCode(true) });
    return { json: { token: data.token, password: PASSWORD } };
  },
  refreshSession: () => ({ token: refresh, query: { platform: "WEB" } }),
  refreshAccessToken: () => ({ token: refresh }),
  walletNonce: () => ({}),
  walletSignIn: async () => ({ json: await walletBody(sandbox, WALLET_KEY) }),

  profile: () => ({}),
  updateProfile: async () => ({
    token: (await sandbox.signedIn()).token,
    json: { firstName: "A", lastName: "B" },
  }),
  deleteAccount: async () => ({ token: (await sandbox.signedIn()).token }),
  history: () => ({
    query: { currencyType: "soria", transactionType: "ALL", from: "2026-01-01", to: "2026-12-31", ...list },
  }),
  changePassword: async () => ({
    token: (await sandbox.signedIn()).token,
    json: { oldPassword: PASSWORD, newPassword: "Another-2024!" },
  }),

  products: () => ({ query: { ...list, scope: "WEB" } }),
  product: () => ({ params: { id: 1 } }),
  purchase: async () => ({
    json: { transactionMethod: "STRIPE", objectId: await product("USD"), quantity: 1 },
  }),
  capture: async () => ({ json: await paid({}) }),
  cancel: async () => {
    const body = { objectId: await product("USD"), quantity: 1, transactionMethod: "STRIPE" };
    const { data } = await sandbox.call("/store/products/purchase", { token: access, body });
    return { json: { transactionMethod: "STRIPE", transactionId: data["transactionId"] } };
  },
  book: () => ({ query: { since: new Date(sandbox.clock.now - 86_400_000).toISOString(), size: 20 } }),
  createPaypalOrder: async () => ({ json: { objectId: await product("USD"), quantity: 1 } }),
  capturePaypalOrder: async () => {
    const body = { objectId: await product("USD"), quantity: 1 };
    const { data } = await sandbox.call("/paypal/orders", { token: access, body });
    return { json: { ...body, ...data } };
  },

  orders: () => ({ query: list }),
  createOrder: async () => ({ json: await order() }),
  confirmOrder: async () => {
    const { data } = await sandbox.orders("/v1/users/orders", { token: access, body: await order() });
    const capture = await paid(data);
    await sandbox.call("/store/order/capture", { token: access, body: capture });
    return { json: { ...data, transactionId: capture.transactionId } };
  },

  news: () => ({ query: { scope: "WEB", language: "JA", ...list } }),
  newsItem: () => ({ params: { id: 1 }, query: { language: "JA" } }),
  faq: () => ({ query: { language: "JA", ...list } }),
  createInquiry: () => ({
    form: {
      typeCode: "USER_GUIDE",
      language: "EN",
      name: "Mio",
      email: "member@soria.test",
      subject: "A question",
      message: "How do I …?",
    },
  }),
  inquiries: () => ({ query: list }),
  inquiry: () => ({ params: { id: inquiry } }),
  replyToInquiry: () => ({ params: { id: inquiry }, form: { content: "One more thing" } }),

  suggestions: () => ({ query: { status: "IN_PROGRESS", sort: "LATEST", page: 1 } }),
  suggestion: () => ({ params: { sId: 1 } }),
  debates: () => ({ params: { sId: 19 }, query: { page: 1 } }),
  comments: () => ({ params: debate, query: { page: 1 } }),
  likeDebate: () => ({ params: debate }),
  report: () => ({ json: { targetType: "DEBATE", targetId: 1, reason: "ETC", detail: "" } }),
  daoMembers: () => ({ query: { type: "VOTING", page: 1 } }),
};

/** Buys by card and charges the card. @returns the body of the capture call */
async function paid(more: object) {
  const body = { objectId: await product("USD"), quantity: 1, transactionMethod: "STRIPE", ...more };
  const { data } = await sandbox.call<{ transactionId: string; clientSecret: string }>(
    "/store/products/purchase",
    { token: access, body },
  );
  await sandbox.services.db.run("UPDATE card_intents SET status = 'succeeded'");
  const [externalTransactionId] = data.clientSecret.split("_secret_");
  return { transactionMethod: "STRIPE", transactionId: data.transactionId, externalTransactionId };
}

async function order() {
  const person = { name: "n", phone: "1" };
  return {
    orderItems: [{ objectId: await product("USD"), quantity: 1 }],
    customer: { ...person, email: "a@b.co" },
    shipping: { ...person, postalCode: "1", address: "2", detailedAddress: "3" },
    paymentMethod: "STRIPE",
  };
}

function requestOf(call: ContractCall, sample: Sample): Request {
  const base = isOrders(call) ? ORDERS : API;
  const values = Object.values(sample.params ?? {});
  const filled = call.path.replace(/\{\w+\}/g, () => String(values.shift()));
  const url = new URL(`${base}/${filled}`);
  for (const [name, value] of Object.entries(sample.query ?? {})) url.searchParams.set(name, String(value));
  const headers = new Headers();
  if (call.auth !== "none")
    headers.set("Authorization", `Bearer ${sample.token ?? (isOrders(call) ? orderToken : access)}`);
  let body: BodyInit | null = null;
  if (sample.json !== undefined) {
    headers.set("Content-Type", "application/json");
    body = JSON.stringify(sample.json);
  } else if (sample.form) {
    const form = new FormData();
    for (const [name, value] of Object.entries(sample.form)) form.set(name, value);
    body = form;
  }
  return new Request(url, { method: call.method, headers, body });
}

describe("the sandbox", () => {
  it.each(named)("%s", async (name, call) => {
    const sample = await samples[name]();
    if (call.body.type !== "none")
      expect(faultsOf(contract, call.body.schema, sample.form ?? sample.json)).toEqual([]);
    expect(call.query.map((field) => field.name)).toEqual(
      expect.arrayContaining(Object.keys(sample.query ?? {})),
    );
    const response = await sandbox.fetch(requestOf(call, sample));
    const body = (await response.json()) as { result?: number; message?: string; data: unknown };
    expect([response.status, isOrders(call) ? body.message : body.result]).toEqual([
      200,
      isOrders(call) ? "SUCCESS" : 1,
    ]);
    expect(dataFaults(contract, call, body.data)).toEqual([]);
    const wire: WireCall = wireCalls[name];
    expect(wire.data.safeParse(body.data).error).toBeUndefined();
    const operation = contract.document.paths[`/${call.path}`]?.[call.method.toLowerCase()];
    const schema = operation?.responses["200"]?.content?.["application/json"]?.schema;
    expect(schema).toBeDefined();
    expect(faultsOf(contract, schema ?? {}, body)).toEqual([]);
  });

  it.each(named.filter(([, call]) => isSignedIn(call)))(
    "%s is refused without a token, before its body is read",
    async (name, call) => {
      const { url } = requestOf(call, await samples[name]());
      const response = await sandbox.fetch(new Request(url, { method: call.method }));
      const body = (await response.json()) as { result?: number };
      expect([response.status, body.result]).toEqual([401, isOrders(call) ? undefined : 1013]);
      const failure = `#/components/schemas/${isOrders(call) ? "OrderFailure" : "Failure"}`;
      expect(faultsOf(contract, { $ref: failure }, body)).toEqual([]);
    },
  );

  it("answers no call that is not in the contract", () => {
    const inContract = contract.calls.map((call) => {
      const base = isOrders(call) ? "/order-service" : "/api";
      return `${call.method} ${base}/${call.path.replace(/\{\w+\}/g, ":x")}`;
    });
    const inSandbox = sandbox.routes
      .filter((route) => /^\w+ \/(api|order-service)\//.test(route))
      .map((route) => route.replace(/:\w+/g, ":x").replace(/\/$/, ""));
    expect([...new Set(inSandbox)].sort()).toEqual(inContract.sort());
  });
});
