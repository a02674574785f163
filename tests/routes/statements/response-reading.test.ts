/** How the site reads the API's responses, waits for slow ones and logs refusals (docs/specification/statements.csv). */
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { action as changeAction } from "~/routes/account/change-password/route";
import { loader as linkLoader } from "~/routes/account/reset-link/route";
import { signInAction } from "~/routes/account/sign-in/action.server";
import { action as signUpAction, loader as signUpLoader } from "~/routes/account/sign-up/route";
import { action as profileAction } from "~/routes/my-page/profile/route";
import { loader as homeLoader } from "~/routes/site/home/route";
import { callApi } from "#server/api/api.server";
import { getNews, listFaq, listNews, replaceCachedReads } from "#server/api/public-cache.server";
import { SwrCache } from "#server/api/swr-cache.server";
import { log } from "#server/observe/log.server";
import { noApiTiming } from "#server/runtime/api-timing";
import { inRequestScope } from "#server/runtime/request-scope.server";
import { faults, sandbox, server } from "../../mocks/server";
import { Visitor } from "../../kit/visitors/visitor";
import { memberVisits } from "../my-page/support";
import { answers, respond } from "./mocked-responses";

beforeEach(() => replaceCachedReads(new SwrCache()));

const tokens = { accessToken: async () => "access", renew: async () => undefined };

describe("an answer of the API is read as the specification says", () => {
  it("sign-in: the three tokens and the user's fields, which the session keeps [A080.1]", async () => {
    const { email, password } = await (await sandbox()).make({});
    const { data } = await (await sandbox()).signIn(email);
    const user = { id: 7, type: "EMAIL", email, firstName: "f", lastName: "l" };
    const amounts = { pointAmount: 1, soriaAmount: 2, soriaPlusAmount: 3 };
    const { accessToken, refreshToken, ecAccessToken } = data as unknown as Record<string, string>;
    const three = { accessToken, refreshToken, ecAccessToken };
    respond("post", "/api/auth/sign-in", answers({ ...three, ...user, ...amounts }));
    const visitor = new Visitor();
    await visitor.post(signInAction, "/sign-in", { email: email ?? "", password });
    const session = await visitor.session();
    expect(session.tokens).toMatchObject(three);
    expect(session.user).toMatchObject({ ...user, ...amounts });
  });

  it("a refusal: the name of its code from 1000 to 1017, for the log [A257.1]", async () => {
    const names =
      "AUTH_USER_NOT_FOUND AUTH_EMAIL_DUPLICATION AUTH_NAME_DUPLICATION AUTH_SPECIAL_CHARACTER AUTH_ABUSE_CHARACTER AUTH_USER_SUSPENDED AUTH_INVALID_CODE AUTH_USER_DELETED AUTH_EXPIRED_CODE AUTH_DUPLICATE_EMAIL AUTH_INVALID_TOKEN AUTH_USER_UPDATE_FAIL AUTH_EMAIL_TRANSFER_FAIL AUTH_UNAUTHORIZED AUTH_SAVE_CODE_FAIL AUTH_EMAIL_NOT_FOUND AUTH_EXPIRED_TOKEN AUTH_INVALID_HEADER".split(
        " ",
      );
    for (const [index, name] of names.entries()) {
      const code = 1000 + index;
      respond("post", "/api/auth/request-code", { result: code, message: "refused", data: null }, 400);
      const refused = callApi("requestCode", { json: { email: "a@b.co", language: "JA" } });
      await expect(refused, String(code)).rejects.toMatchObject({
        ...{ code, detail: name },
        message: expect.stringContaining(name) as unknown,
      });
    }
  });
});

it("a result of 0 is an error of each call of news and support [P167.2]", async () => {
  const failed = { result: 0, message: "FAIL", data: null };
  const form = new FormData();
  for (const [method, path, call] of [
    ["get", "/api/news", () => listNews({ language: "JA", page: 1, size: 10 })],
    ["get", "/api/news/5", () => getNews(5, "JA")],
    ["get", "/api/support/faq", () => listFaq({ language: "JA", page: 1, size: 10 })],
    ["get", "/api/support/inquiries", () => callApi("inquiries", { tokens, query: { page: 1, size: 10 } })],
    ["get", "/api/support/inquiries/INQ-1", () => callApi("inquiry", { tokens, params: { id: "INQ-1" } })],
    ["post", "/api/support/inquiries", () => callApi("createInquiry", { tokens, form })],
    [
      "post",
      "/api/support/inquiries/INQ-1/message",
      () => callApi("replyToInquiry", { tokens, params: { id: "INQ-1" }, form }),
    ],
  ] as const) {
    server.use(http[method](`http://api.test${path}`, () => HttpResponse.json(failed)));
    await expect(call(), path).rejects.toMatchObject({ kind: "business", code: 0 });
  }
});

describe("an API that is slow", () => {
  it("is given up after 5000 ms: not responsive [A209.1 A239.2 A341.1 P148.1]", async () => {
    await faults({ path: "/", mode: "stall" });
    const real = AbortSignal.timeout.bind(AbortSignal);
    // The limits pass a hundred times as fast; what the site asked for is compared below.
    const limits = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => real(ms / 100));
    const calls: (() => Promise<unknown>)[] = [
      () => callApi("profile", { tokens }),
      () => callApi("updateProfile", { tokens, json: { firstName: "灯", lastName: "水野" } }),
      () => callApi("orders", { tokens, query: { page: 1, size: 10 } }),
      () => listFaq({ language: "JA", page: 1, size: 10 }),
      () => listNews({ language: "JA", page: 1, size: 10 }),
      () => getNews(1, "JA"),
    ];
    const ended: unknown[] = [];
    for (const call of calls) {
      // A visitor who stays.
      const scope = { requestId: "slow", gone: new AbortController().signal, api: noApiTiming() };
      void inRequestScope(scope, call).catch((error: unknown) => ended.push(error));
    }
    const noResponse = { kind: "no-response", status: 504, messageKey: "errors:http.noResponse" };
    await expect.poll(() => ended).toMatchObject(calls.map(() => noResponse));
    expect(limits.mock.calls).toEqual(calls.map(() => [5_000]));
  });
});

it("the sandbox delays its answers by 750 ms when told to [A343.1]", async () => {
  const test = await sandbox();
  const order: string[] = [];
  // Timers end in the order of their times, however busy the machine is.
  setTimeout(() => order.push("740 ms"), 740);
  const late = setTimeout(() => order.push("1490 ms"), 1490);
  test.services.settings.delayMs = 750;
  await test.call("/support/faq?language=JA");
  clearTimeout(late);
  order.push("answered");
  test.services.settings.delayMs = 0;
  expect(order).toEqual(["740 ms", "answered"]);
});

describe("a refusal that no screen knows is in the log with its code", () => {
  it.each([
    ["profile [A322.1]", 1300],
    ["sign-up and reset [A322.2]", 1400],
  ])("%s", async (_, result) => {
    const info = vi.spyOn(log, "info");
    const { visitor } = await memberVisits();
    respond("patch", "/api/users/me", { result, message: "", data: null });
    respond("patch", "/api/users/me/password", { result, message: "", data: null });
    respond("post", "/api/auth/request-code", { result, message: "", data: null });
    const fields = { intent: "names", firstName: "Anne", lastName: "Marie" };
    await visitor.post(profileAction, "/my-page/profile", fields);
    const guestVisitor = new Visitor();
    await guestVisitor.get(signUpLoader, "/sign-up");
    await guestVisitor.post(signUpAction, "/sign-up", {
      intent: "send-code",
      email: `log-${Date.now()}@soria.test`,
    });
    respond("patch", "/api/auth/reset-password", { result, message: "", data: null });
    const payload = Buffer.from(JSON.stringify({ email: "log@soria.test" })).toString("base64url");
    await guestVisitor.get(linkLoader, `/wpdnif?token=x.${payload}.y`);
    const typed = { password: "Lantern-7!", passwordConfirm: "Lantern-7!" };
    await guestVisitor.post(changeAction, "/change-password", typed);
    const lines = info.mock.calls.map(([line]) => line as unknown);
    for (const call of ["PATCH /users/me", "POST /auth/request-code", "PATCH /auth/reset-password"])
      expect(lines).toContainEqual(expect.objectContaining({ call, code: result }));
  });

  it("1017, a wrong header, is a fault of the site [A257.10]", async () => {
    const warn = vi.spyOn(log, "warn");
    respond("post", "/api/auth/check-email", { result: 1017, message: "", data: null });
    await expect(callApi("checkEmail", { json: { email: "a@b.co" } })).rejects.toMatchObject({ code: 1017 });
    expect(warn.mock.calls.map(([line]) => line as unknown)).toContainEqual(
      expect.objectContaining({ code: 1017 }),
    );
  });

  it("a list of news that fails is in the log, and home stands [P174.2]", async () => {
    const warn = vi.spyOn(log, "warn");
    await faults({ path: "/api/news", status: 500 });
    const answered = await new Visitor().get(homeLoader, "/");
    expect(answered.status).toBe(200);
    expect(warn.mock.calls.map(([line]) => line as unknown)).toContainEqual(
      expect.objectContaining({ call: "GET /news", status: 502 }),
    );
  });
});
