/** Each API call as it leaves the site: method, path, query, body and token (docs/specification/statements.csv). */
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { readShelf } from "~/routes/store/products/read-shelf.server";
import { callApi } from "#server/api/api.server";
import * as auth from "#server/api/auth.server";
import { getNews, listFaq, listNews, replaceCachedReads } from "#server/api/public-cache.server";
import { SwrCache } from "#server/api/swr-cache.server";
import type { Session } from "#server/session/session.server";
import type { WireCall } from "#server/wire/call";
import { calls } from "#server/wire/calls";
import { server } from "../../mocks/server";

interface Sent {
  /** "METHOD /path?query", relative to the service's origin. */
  line: string;
  body?: unknown;
  bearer?: string;
  /** The names of a multipart body's parts, in order. */
  parts?: string[];
}

const tokens = { accessToken: async () => "access", renew: async () => undefined };
const reader = { tokens, language: "ko" as const };
const order = {
  orderItems: [{ objectId: 3, quantity: 1 }],
  customer: { name: "n", phone: "1", email: "a@b.co" },
  shipping: { name: "n", phone: "1", address: "2", detailedAddress: "3", postalCode: "4" },
  paymentMethod: "STRIPE",
};
const formOf = (fields: Record<string, string>, file?: File) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file) form.set("file", file);
  return form;
};
const inquiry = {
  typeCode: "EVENT",
  language: "JA",
  name: "灯",
  email: "a@b.co",
  subject: "s",
  message: "m",
};
const picture = new File(["x"], "a.png", { type: "image/png" });
const bearer = "access";

/** Returns the definition of the call with this request line, on which the compiler relies in the call's callers. */
function definitionOf(line: string): WireCall | undefined {
  const [, method, base, path = ""] = /^(\S+) \/(api|order-service)([^?]*)/.exec(line) ?? [];
  const service = base === "api" ? undefined : "orders";
  const all: WireCall[] = Object.values(calls);
  const isOf = (one: WireCall) =>
    new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path) && one.method === method;
  return all.find((one) => one.service === service && isOf(one));
}

/** Makes a call and returns the request that the API received. The response is irrelevant here. */
async function sentBy(call: () => Promise<unknown>): Promise<Sent> {
  const arrived: Sent[] = [];
  server.use(
    http.all("http://api.test/*", async ({ request }) => {
      const { pathname, search } = new URL(request.url);
      const type = request.headers.get("Content-Type") ?? "";
      const [, token] = /^Bearer (.+)$/.exec(request.headers.get("Authorization") ?? "") ?? [];
      arrived.push({
        line: `${request.method} ${pathname}${search}`,
        ...(type.includes("json") && { body: await request.json() }),
        ...(type.includes("multipart") && { parts: [...(await request.formData()).keys()] }),
        ...(token !== undefined && { bearer: token }),
      });
      return HttpResponse.json({ result: 0, message: "", data: null });
    }),
  );
  replaceCachedReads(new SwrCache());
  await call().catch(() => undefined);
  expect(arrived).toHaveLength(1);
  return arrived[0] as Sent;
}

it("looks at the result in every call but those of governance [A246.1 A246.2 A246.3 A253.1]", () => {
  const all: WireCall[] = Object.values(calls);
  for (const { path, ignoresResult } of all)
    expect(ignoresResult === true, path).toBe(path.startsWith("/dao"));
});

it.each<[title: string, call: () => Promise<unknown>, sent: Sent]>([
  [
    "sign-in: e-mail, password, language and WEB [A010.1 A186.4 A212.1 A212.2]",
    () => auth.signIn({ email: "a@b.co", password: "p", language: "KO" }),
    {
      line: "POST /api/auth/sign-in",
      body: { email: "a@b.co", password: "p", language: "KO", platform: "WEB" },
    },
  ],
  [
    "wallet sign-in: WEB [A010.1]",
    () => auth.walletSignIn({ message: "m", signature: "0x1", language: "EN" }),
    {
      line: "POST /api/auth/wallet/sign-in",
      body: { message: "m", signature: "0x1", language: "EN", platform: "WEB" },
    },
  ],
  [
    "sign-out: the refresh token as its field, authenticated [A107.1 A213.1]",
    () => auth.signOut({ accessToken: "access", refreshToken: "refresh" }),
    { line: "POST /api/auth/sign-out", body: { token: "refresh" }, bearer },
  ],
  [
    "e-mail check: the e-mail alone [A203.2 A214.1]",
    () => callApi("checkEmail", { json: { email: "a@b.co" } }),
    { line: "POST /api/auth/check-email", body: { email: "a@b.co" } },
  ],
  [
    "code request: e-mail and language [A215.1]",
    () => callApi("requestCode", { json: { email: "a@b.co", language: "ZH" } }),
    { line: "POST /api/auth/request-code", body: { email: "a@b.co", language: "ZH" } },
  ],
  [
    "code check: e-mail and authCode [A216.1]",
    () => callApi("verifyCode", { json: { email: "a@b.co", authCode: "123456" } }),
    { line: "POST /api/auth/verify-code", body: { email: "a@b.co", authCode: "123456" } },
  ],
  [
    "sign-up: e-mail, password and both names",
    () => callApi("signUp", { json: { email: "a@b.co", password: "p", firstName: "f", lastName: "l" } }),
    {
      line: "POST /api/auth/sign-up",
      body: { email: "a@b.co", password: "p", firstName: "f", lastName: "l" },
    },
  ],
  [
    "reset mail: e-mail and language [A219.1]",
    () => callApi("forgotPassword", { json: { email: "a@b.co", language: "JA" } }),
    { line: "POST /api/auth/forgot-password", body: { email: "a@b.co", language: "JA" } },
  ],
  [
    "reset: password and token [A220.1]",
    () => callApi("resetPassword", { json: { password: "p", token: "t" } }),
    { line: "PATCH /api/auth/reset-password", body: { password: "p", token: "t" } },
  ],
  [
    "session refresh: WEB, with the refresh token as bearer [A010.1 A105.2 A221.1 A221.2]",
    () => auth.refreshSession("refresh"),
    { line: "GET /api/auth/refresh/session?platform=WEB", bearer: "refresh" },
  ],
  [
    "token refresh: the refresh token as bearer [A222.1]",
    () => callApi("refreshAccessToken", { bearer: "refresh" }),
    { line: "GET /api/auth/refresh/access-token", bearer: "refresh" },
  ],
  [
    "own account: no parameter [A203.1 A224.1]",
    () => callApi("profile", { tokens }),
    { line: "GET /api/users/me", bearer },
  ],
  [
    "history: six query parameters [A084.1 A224.1 A226.1]",
    () =>
      callApi("history", {
        tokens,
        query: {
          currencyType: "soria-plus",
          transactionType: "ALL",
          from: "2026-11-01",
          to: "2026-11-08",
          page: 2,
          size: 20,
        },
      }),
    {
      line: "GET /api/users/me/history?currencyType=soria-plus&transactionType=ALL&from=2026-11-01&to=2026-11-08&page=2&size=20",
      bearer,
    },
  ],
  [
    "names: firstName and lastName only [A224.1]",
    () => callApi("updateProfile", { tokens, json: { firstName: "f", lastName: "l" } }),
    { line: "PATCH /api/users/me", body: { firstName: "f", lastName: "l" }, bearer },
  ],
  [
    "password: the old and the new one [A224.1 A228.1]",
    () => callApi("changePassword", { tokens, json: { oldPassword: "o", newPassword: "n" } }),
    { line: "PATCH /api/users/me/password", body: { oldPassword: "o", newPassword: "n" }, bearer },
  ],
  [
    "deletion: no payload at all [A224.1 A229.1]",
    () => callApi("deleteAccount", { tokens }),
    { line: "DELETE /api/users/me", bearer },
  ],
  [
    "store list: page, size and scope WEB [A231.1 A232.1]",
    () => readShelf(tokens as unknown as Session, "ja", { page: 1, keyword: undefined }),
    { line: "GET /api/store/products?scope=WEB&page=1&size=10", bearer },
  ],
  [
    "one item: its id in the path [A231.1 A233.1]",
    () => callApi("product", { tokens, language: "ja", params: { id: 7 } }),
    { line: "GET /api/store/products/7", bearer },
  ],
  [
    "purchase: transactionMethod, objectId and quantity [A231.1 A234.1 A234.2]",
    () =>
      callApi("purchase", {
        tokens,
        key: "k".repeat(20),
        json: {
          transactionMethod: "STRIPE",
          objectId: 3,
          quantity: 2,
        },
      }),
    {
      line: "POST /api/store/products/purchase",
      body: { transactionMethod: "STRIPE", objectId: 3, quantity: 2 },
      bearer,
    },
  ],
  [
    "capture: transactionMethod and both transaction ids [A231.1 A235.1 A235.2]",
    () =>
      callApi("capture", {
        tokens,
        key: "k".repeat(20),
        json: {
          transactionMethod: "STRIPE",
          transactionId: "t",
          externalTransactionId: "pi_1",
        },
      }),
    {
      line: "POST /api/store/order/capture",
      body: { transactionMethod: "STRIPE", transactionId: "t", externalTransactionId: "pi_1" },
      bearer,
    },
  ],
  [
    "PayPal order: objectId and quantity [A231.1 A236.1]",
    () => callApi("createPaypalOrder", { tokens, json: { objectId: 3, quantity: 2 } }),
    { line: "POST /api/paypal/orders", body: { objectId: 3, quantity: 2 }, bearer },
  ],
  [
    "PayPal capture: objectId, quantity and orderId [A231.1 A237.1]",
    () => callApi("capturePaypalOrder", { tokens, json: { objectId: 3, quantity: 2, orderId: "o" } }),
    { line: "POST /api/paypal/orders/capture", body: { objectId: 3, quantity: 2, orderId: "o" }, bearer },
  ],
  [
    "order: to the order service's own address [A239.1 A239.2 A240.1]",
    () => callApi("createOrder", { tokens, key: "k".repeat(20), json: order }),
    { line: "POST /order-service/v1/users/orders", body: order, bearer },
  ],
  [
    "order's confirmation: its orderId [A239.2 A241.1]",
    () => callApi("confirmOrder", { tokens, key: "k".repeat(20), json: { orderId: "7" } }),
    { line: "POST /order-service/v1/users/orders/confirm", body: { orderId: "7" }, bearer },
  ],
  [
    "orders: page and size [A239.2 A242.1]",
    () => callApi("orders", { tokens, query: { page: 1, size: 10 } }),
    { line: "GET /order-service/v1/users/orders?page=1&size=10", bearer },
  ],
  [
    "orders of some days: from and to as dates [A242.2]",
    () => callApi("orders", { tokens, query: { from: "2026-11-01", to: "2026-11-08", page: 1, size: 10 } }),
    {
      line: "GET /order-service/v1/users/orders?from=2026-11-01&to=2026-11-08&page=1&size=10",
      bearer,
    },
  ],
  [
    "news: scope WEB, language, page and size [P115.2 P152.1]",
    () => listNews({ language: "JA", page: 1, size: 10 }),
    { line: "GET /api/news?scope=WEB&language=JA&page=1&size=10" },
  ],
  [
    "news that are searched: type, by and keyword too [P152.2]",
    () => listNews({ language: "JA", page: 1, size: 10, type: "EVENT", by: "TITLE", keyword: "k" }),
    { line: "GET /api/news?scope=WEB&language=JA&page=1&size=10&type=EVENT&by=TITLE&keyword=k" },
  ],
  [
    "one post: its id and the language [P153.1]",
    () => getNews(5, "EN"),
    { line: "GET /api/news/5?language=EN" },
  ],
  [
    "FAQ: language, page and size [P154.1]",
    () => listFaq({ language: "JA", page: 1, size: 10 }),
    { line: "GET /api/support/faq?language=JA&page=1&size=10" },
  ],
  [
    "FAQ of a type: the type too [P154.2]",
    () => listFaq({ language: "JA", page: 1, size: 10, type: "EVENT" }),
    { line: "GET /api/support/faq?language=JA&page=1&size=10&type=EVENT" },
  ],
  [
    "a guest's inquiry: its fields as multipart, no token and no file [P119.1 P119.2 P155.1 P155.3]",
    () => callApi("createInquiry", { tokens: undefined, form: formOf(inquiry) }),
    { line: "POST /api/support/inquiries", parts: Object.keys(inquiry) },
  ],
  [
    "a member's inquiry: with the token, and the file that was chosen [P119.2 P148.2 P155.3]",
    () => callApi("createInquiry", { tokens, form: formOf(inquiry, picture) }),
    { line: "POST /api/support/inquiries", parts: [...Object.keys(inquiry), "file"], bearer },
  ],
  [
    "inquiries: page and size, authenticated [P148.2 P156.1]",
    () => callApi("inquiries", { tokens, query: { page: 2, size: 10 } }),
    { line: "GET /api/support/inquiries?page=2&size=10", bearer },
  ],
  [
    "one inquiry: the bearer and no query",
    () => callApi("inquiry", { tokens, params: { id: "INQ-1" } }),
    { line: "GET /api/support/inquiries/INQ-1", bearer },
  ],
  [
    "reply: its content as multipart [P158.1]",
    () => callApi("replyToInquiry", { tokens, params: { id: "INQ-1" }, form: formOf({ content: "c" }) }),
    { line: "POST /api/support/inquiries/INQ-1/message", parts: ["content"], bearer },
  ],
  [
    "one suggestion: the bearer and no query [P122.1 P159.1]",
    () => callApi("suggestion", { ...reader, params: { sId: 19 } }),
    { line: "GET /api/dao/suggestions/19", bearer },
  ],
  [
    "suggestions: type, by, status, sort and page [P160.1]",
    () =>
      callApi("suggestions", {
        ...reader,
        query: { type: "EVENT", by: "me", status: "PASSED", sort: "POPULAR", page: 2 },
      }),
    { line: "GET /api/dao/suggestions?page=2&type=EVENT&by=me&status=PASSED&sort=POPULAR", bearer },
  ],
  [
    "debates: page [P122.1 P161.1]",
    () => callApi("debates", { ...reader, params: { sId: 19 }, query: { page: 2 } }),
    { line: "GET /api/dao/suggestions/19/debates?page=2", bearer },
  ],
  [
    "comments: under suggestion and debate, with a page [P122.1 P162.1]",
    () => callApi("comments", { ...reader, params: { sId: 19, dId: 3 }, query: { page: 2 } }),
    { line: "GET /api/dao/suggestions/19/debates/3/comments?page=2", bearer },
  ],
  [
    "like: an empty body [P163.1]",
    () => callApi("likeDebate", { tokens, params: { sId: 19, dId: 3 } }),
    { line: "POST /api/dao/suggestions/19/debates/3/like", bearer },
  ],
  [
    "report: a JSON body, authenticated [P164.1]",
    () =>
      callApi("report", { tokens, json: { targetType: "DEBATE", targetId: 3, reason: "SPAM", detail: "d" } }),
    {
      line: "POST /api/dao/report",
      body: { targetType: "DEBATE", targetId: 3, reason: "SPAM", detail: "d" },
      bearer,
    },
  ],
  [
    "governance members: type and page [P165.1]",
    () => callApi("daoMembers", { ...reader, query: { type: "ENTRY", page: 2 } }),
    { line: "GET /api/dao/members?type=ENTRY&page=2", bearer },
  ],
])("the API receives what the specification says of the call: %s", async (_, call, sent) => {
  // The order of query parameters is irrelevant.
  const sorted = <Sent extends { line: string }>(one: Sent) => {
    const [path = "", query] = one.line.split("?");
    return { ...one, line: query === undefined ? path : `${path}?${query.split("&").sort().join("&")}` };
  };
  expect(sorted(await sentBy(call))).toEqual(sorted(sent));
  const wire = definitionOf(sent.line);
  expect(wire).toBeDefined();
  if (sent.body !== undefined) expect(wire?.json?.parse(sent.body)).toEqual(sent.body);
  if (sent.parts)
    expect(sent.parts.filter((name) => name !== "file")).toEqual(Object.keys(wire?.form?.shape ?? {}));
  const asked = [...new URL(sent.line.slice(sent.line.indexOf("/")), "http://api.test").searchParams.keys()];
  expect(Object.keys(wire?.query?.shape ?? {})).toEqual(expect.arrayContaining(asked));
});
