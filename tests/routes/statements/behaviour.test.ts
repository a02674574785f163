/** Behaviour that the pages alone do not show (docs/specification/statements.csv). */
import { http, HttpResponse } from "msw";
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { action as changeAction } from "~/routes/account/change-password/route";
import { action as findAction } from "~/routes/account/find-password/route";
import { loader as linkLoader } from "~/routes/account/reset-link/route";
import { signInAction } from "~/routes/account/sign-in/action.server";
import { action as signUpAction, loader as signUpLoader } from "~/routes/account/sign-up/route";
import { action as profileAction } from "~/routes/my-page/profile/route";
import { loader as homeLoader } from "~/routes/site/home/route";
import { action as signOutAction } from "~/routes/resources/sign-out";
import { completeAction } from "~/routes/store/complete/handlers.server";
import { buyAction, type BuyActionData } from "~/routes/store/product/action.server";
import { action as inquiryAction } from "~/routes/support/inquiry/route";
import { action as replyAction } from "~/routes/support/conversation/route";
import { sampleVotersPage } from "~/domain/sample-voters";
import { callApi } from "#server/api/api.server";
import { refreshSession } from "#server/api/auth.server";
import { getNews, listFaq, listNews, replaceCachedReads } from "#server/api/public-cache.server";
import { SwrCache } from "#server/api/swr-cache.server";
import { log } from "#server/observe/log.server";
import { sandbox, server } from "../../mocks/server";
import { pngOf } from "../../kit/data/pictures";
import { texts } from "../../kit/data/texts";
import { errorsOf, Visitor } from "../../kit/visitors/visitor";
import { chargeCard, itemIn, Shopper } from "../store-support";
import { formOf, guestFields, memberFields, memberVisitor } from "../support/support-forms";
import { guest, links, mainOf, memberOf, namedLinks, optionsOf, signInByWallet, tags, words } from "./site";

// The first call imports every route of the site.
beforeAll(async () => void (await guest()), 300_000);
beforeEach(() => replaceCachedReads(new SwrCache()));
afterEach(async () => (await sandbox()).faults([]));

const DAY = 86_400_000;
const tokens = { accessToken: async () => "access", renew: async () => undefined };
const answers = (data: unknown) => ({ result: 1, message: "SUCCESS", data });

/**
 * Mocks the API's response for a path.
 * @returns the request bodies received so far; the array grows with each request
 */
function respond(method: "get" | "post" | "patch", path: string, json: object, status = 200): unknown[] {
  const bodies: unknown[] = [];
  server.use(
    http[method](`http://api.test${path}`, async ({ request }) => {
      if (request.body) bodies.push(await request.json());
      return HttpResponse.json(json, { status });
    }),
  );
  return bodies;
}

describe("an answer of the API is read as the specification says", () => {
  it("e-mail check: true when registered [A214.2]", async () => {
    respond("post", "/api/auth/check-email", answers(true));
    expect(await callApi("checkEmail", { json: { email: "a@b.co" } })).toBe(true);
    respond("post", "/api/auth/check-email", answers(false));
    expect(await callApi("checkEmail", { json: { email: "a@b.co" } })).toBe(false);
  });

  it("code check: good only with result 1 in its data [A216.2]", async () => {
    for (const result of [1, 0, 2]) {
      respond("post", "/api/auth/verify-code", answers({ result }));
      expect(
        await callApi("verifyCode", { json: { email: "a@b.co", authCode: "123456" } }),
        String(result),
      ).toBe(result === 1);
    }
  });

  it("reset: done only with result 1 in its data [A220.2]", async () => {
    for (const result of [1, 0, 2]) {
      respond("patch", "/api/auth/reset-password", answers({ result }));
      expect(await callApi("resetPassword", { json: { password: "p", token: "t" } }), String(result)).toBe(
        result === 1,
      );
    }
  });

  it("session refresh: all tokens and the user; token refresh: a new access token [A080.1 A222.2]", async () => {
    const user = { id: 7, type: "EMAIL", email: "a@b.co", firstName: "f", lastName: "l" };
    const amounts = { pointAmount: 1, soriaAmount: 2, soriaPlusAmount: 3 };
    const three = { accessToken: "a2", refreshToken: "r2", ecAccessToken: "e2" };
    respond("get", "/api/auth/refresh/session", answers({ ...three, ...user, ...amounts }));
    expect(await refreshSession("r1")).toEqual({ ...three, ...user, ...amounts });
    respond("get", "/api/auth/refresh/access-token", answers({ accessToken: "a3" }));
    expect(await callApi("refreshAccessToken", { bearer: "r1" })).toEqual({ accessToken: "a3" });
  });

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

  it("purchase: client secret and transaction id [A094.1 A234.3]", async () => {
    respond(
      "post",
      "/api/store/products/purchase",
      answers({ clientSecret: "pi_1_secret_2", transactionId: "t1" }),
    );
    const payload = { transactionMethod: "STRIPE", objectId: 1, quantity: 1 } as const;
    expect(await callApi("purchase", { tokens, key: "k".repeat(20), json: payload })).toMatchObject({
      clientSecret: "pi_1_secret_2",
      transactionId: "t1",
    });
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
    await (await sandbox()).faults([{ path: "/", mode: "stall" }]);
    const real = AbortSignal.timeout.bind(AbortSignal);
    // The limits pass a hundred times as fast; what the site asked for is compared below.
    const limits = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => real(ms / 100));
    const calls = [
      callApi("profile", { tokens }),
      callApi("orders", { tokens, query: { page: 1, size: 10 } }),
      listFaq({ language: "JA", page: 1, size: 10 }),
      listNews({ language: "JA", page: 1, size: 10 }),
      getNews(1, "JA"),
    ];
    for (const call of calls) {
      await expect(call).rejects.toMatchObject({
        kind: "no-response",
        status: 504,
        messageKey: "errors:http.noResponse",
      });
    }
    expect(limits.mock.calls).toEqual(Array(5).fill([5_000]));
    limits.mockRestore();
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

describe("signing out", () => {
  it.each<[string, object]>([
    ["refuses [A107.2]", { status: 500 }],
    ["does not answer [A107.3]", { mode: "close" }],
  ])("clears tokens and user while the API %s", async (_, fault) => {
    const { visitor } = await memberVisitor();
    expect((await visitor.session()).tokens).toBeDefined();
    await (await sandbox()).faults([{ path: "/api/auth/sign-out", ...fault }]);
    expect(await visitor.post(signOutAction, "/sign-out", {})).toMatchObject({ location: "/" });
    const { tokens: kept, user } = await visitor.session();
    expect([kept, user]).toEqual([undefined, undefined]);
  });

  it("clears them after a break in which the token has expired, while the API does not answer at all [A107.3]", async () => {
    const { visitor } = await memberVisitor();
    await (await sandbox()).faults([{ path: "/api/auth", mode: "close" }]);
    vi.useFakeTimers({ now: Date.now() + 2 * DAY, toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    expect((await visitor.session()).tokens).toBeDefined();
    expect(await visitor.post(signOutAction, "/sign-out", {})).toMatchObject({ location: "/" });
    const { tokens: kept, user } = await visitor.session();
    expect([kept, user]).toEqual([undefined, undefined]);
  });

  it("sends the refresh token to the API [A107.1]", async () => {
    const { visitor } = await memberVisitor();
    const { refreshToken } = (await visitor.session()).tokens ?? {};
    const bodies = respond("post", "/api/auth/sign-out", answers(null));
    await visitor.post(signOutAction, "/sign-out", {});
    expect(bodies).toEqual([{ token: refreshToken }]);
  });
});

describe("sign-up", () => {
  it("sends neither the confirmation nor the agreement, and names without the spaces around them [A181.2 A217.2]", async () => {
    const visitor = new Visitor();
    const email = `behaviour-${Date.now()}@soria.test`;
    const send = (intent: string, fields: Record<string, string> = {}) =>
      visitor.post(signUpAction, "/sign-up", { intent, ...fields });
    await visitor.get(signUpLoader, "/sign-up");
    await send("send-code", { email });
    const [mail] = await (await sandbox()).mails(email);
    await send("verify", { authCode: mail?.code ?? "" });
    await send("continue");
    const bodies = respond("post", "/api/auth/sign-up", answers(null));
    const password = "Soria-2024!";
    await send("details", {
      ...{ password, passwordConfirm: password, agreement: "on" },
      ...{ firstName: "  灯 ", lastName: " 水野　" },
    });
    expect(bodies).toEqual([{ email, password, firstName: "灯", lastName: "水野" }]);
  });

  it("holds one e-mail check with recovery and inquiry [P137.1]", async () => {
    for (const [email, isGood] of [
      ["akari@", false],
      ["a b@soria.test", false],
      ["@soria.test", false],
      ["akari@soria", false],
      [`free-${Date.now()}@soria.test`, true],
      [`free+${Date.now()}@soria.test`, true],
      [`o'free_${Date.now()}@mail.soria.test`, true],
    ] as const) {
      const signUp = new Visitor();
      await signUp.get(signUpLoader, "/sign-up");
      const found = [
        await signUp.post(signUpAction, "/sign-up", { intent: "send-code", email }),
        await new Visitor().post(findAction, "/find-password", { intent: "send", email }),
        await new Visitor().post(inquiryAction, "/support/inquiry", formOf({ ...guestFields, email })),
      ].map((reply) => JSON.stringify(errorsOf(reply)["email"] ?? []));
      const isRefusedForItsForm = found.map((errors) => /[Ff]ormat|web\.017/.test(errors));
      expect(isRefusedForItsForm, email).toEqual(Array(3).fill(!isGood));
    }
  });
});

describe("a refusal that no screen knows is in the log with its code", () => {
  it.each([
    ["profile [A322.1]", 1300],
    ["sign-up and reset [A322.2]", 1400],
  ])("%s", async (_, result) => {
    const info = vi.spyOn(log, "info");
    const { visitor } = await memberVisitor();
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
    replaceCachedReads(new SwrCache());
    const warn = vi.spyOn(log, "warn");
    await (await sandbox()).faults([{ path: "/api/news", status: 500 }]);
    const answered = await new Visitor().get(homeLoader, "/");
    expect(answered.status).toBe(200);
    expect(warn.mock.calls.map(([line]) => line as unknown)).toContainEqual(
      expect.objectContaining({ call: "GET /news", status: 502 }),
    );
  });
});

describe("a sign-in that the API refuses", () => {
  it("as pending is told that it is still being checked, and signs nobody in [A259.2]", async () => {
    const { email } = await (await sandbox()).make({});
    respond("post", "/api/auth/sign-in", { result: 1119, message: "", data: null }, 400);
    const visitor = new Visitor();
    const reply = await visitor.post(signInAction, "/sign-in", {
      email: email ?? "",
      password: "Soria-2024!",
    });
    expect(reply.status).toBe(400);
    expect(errorsOf(reply)).toEqual({ "": ["errors:code.pending"] });
    expect((await visitor.session()).user).toBeUndefined();
  });
});

describe("buying by card", () => {
  it("is refused for another provider than STRIPE, and asks the API for no payment [A064.1 A064.2 A095.1 A356.1]", async () => {
    const shopper = await Shopper.come();
    const id = `${await itemIn("USD")}`;
    const calls: string[] = [];
    const note = ({ request }: { request: Request }) =>
      void calls.push(`${request.method} ${new URL(request.url).pathname}`);
    server.events.on("request:start", note);
    for (const paymentType of ["PAYPAL", "BITCOIN", "STRIPE2", ""]) {
      const fields = { quantity: "1", paymentType, confirm: "on", script: "ready", intent: "buy" };
      const refused = await shopper.send(buyAction, `/store/products/${id}`, fields, { id });
      expect(refused.status, paymentType).toBe(400);
      const { lastResult } = (await refused.json()) as BuyActionData;
      expect(lastResult.error, paymentType).toEqual({ paymentType: ["store:errors.method"] });
    }
    server.events.removeListener("request:start", note);
    expect(calls.filter((call) => call.startsWith("POST"))).toEqual([]);
  });

  it("captures with the intent of that very payment, once it has succeeded [A094.1 A234.3 A235.1 A235.2 A235.3]", async () => {
    const shopper = await Shopper.come();
    const id = `${await itemIn("USD")}`;
    const fields = { quantity: "1", paymentType: "STRIPE", confirm: "on", script: "ready", intent: "buy" };
    const begun = await shopper.send(buyAction, `/store/products/${id}`, fields, { id });
    const { payment } = (await begun.json()) as BuyActionData;
    if (!payment) throw new Error("no payment was begun");
    const captures: unknown[] = [];
    const note = ({ request }: { request: Request }) => {
      if (request.url.endsWith("/store/order/capture"))
        void request
          .clone()
          .json()
          .then((body: unknown) => captures.push(body));
    };
    server.events.on("request:start", note);
    const finish = () =>
      shopper.send(completeAction, "/store/products/complete", { intent: "check", purchase: payment.key });
    await finish();
    expect(captures).toEqual([]);
    await chargeCard(payment);
    await finish();
    server.events.removeListener("request:start", note);
    expect(captures).toEqual([
      {
        transactionMethod: "STRIPE",
        transactionId: payment.transactionId,
        externalTransactionId: payment.clientSecret.split("_secret_")[0],
      },
    ]);
  });
});

describe("support", () => {
  it.each([
    ["a guest's form with a member's type [P082.4]", "BUG_ERROR"],
    ["a member's form with a guest's type [P082.5]", "LOGIN_FAIL"],
    ["a member's form with a guest's other type [P082.5]", "NON_MEMBER"],
  ])("refuses %s", async (who, typeCode) => {
    const visitor = who.startsWith("a guest") ? new Visitor() : (await memberVisitor()).visitor;
    const reply = await visitor.post(inquiryAction, "/support/inquiry", formOf({ ...guestFields, typeCode }));
    expect(reply.status).toBe(400);
    expect(errorsOf(reply)).toEqual({ typeCode: ["errors:web.045"] });
  });

  it("sends no inquiry with a name or an e-mail address above its maximum length [P135.6]", async () => {
    let sent = 0;
    server.use(
      http.post("http://api.test/api/support/inquiries", () => {
        sent += 1;
        return HttpResponse.json(answers({ publicId: "INQ-1" }));
      }),
    );
    const [name, email] = ["n".repeat(61), `a@${"b.".repeat(125)}co`];
    const tooLong = { name: { name: `${name}n` }, email: { email: `a@${"b.".repeat(126)}co` } };
    for (const [field, longer] of Object.entries(tooLong)) {
      const fields = { ...guestFields, name, email, ...longer, confirmed: "yes" };
      const reply = await new Visitor().post(inquiryAction, "/support/inquiry", formOf(fields));
      expect(reply.status, field).toBe(400);
      const [[named, [message = ""] = []] = []] = Object.entries(errorsOf(reply));
      expect([named, message.split("?")[0]], field).toEqual([field, "common:form.tooLong"]);
    }
    expect(sent).toBe(0);
    const fields = { ...guestFields, name, email, confirmed: "yes" };
    const taken = await new Visitor().post(inquiryAction, "/support/inquiry", formOf(fields));
    expect(errorsOf(taken)).toEqual({});
    expect(sent).toBe(1);
  });

  it("takes five megabytes with an inquiry and a reply, and not one byte more [A351.1 P181.1]", async () => {
    const most = 5 * 1024 * 1024;
    const { visitor, member } = await memberVisitor({ inquiries: [{ subject: "One", messages: ["q"] }] });
    const id = member.inquiries[0] ?? "";
    const send = (bytes: number, isReply: boolean) => {
      const file = { name: "a.png", bytes: pngOf(bytes) };
      return isReply
        ? visitor.post(replyAction, `/support/requests/${id}`, formOf({ content: "c" }, file), { id })
        : visitor.post(inquiryAction, "/support/inquiry", formOf(memberFields, file));
    };
    for (const isReply of [false, true]) {
      expect(errorsOf(await send(most, isReply))).toEqual({});
      expect(errorsOf(await send(most + 1, isReply))).toEqual({ file: ["errors:web.053"] });
    }
  });

  it("is the same for a wallet member, whose profile takes the full width [A200.2 P142.1]", async () => {
    const browser = await guest();
    await signInByWallet(browser, "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d");
    for (const path of ["/support/requests", "/support/inquiry", "/support/faq"]) {
      const page = await browser.open(path);
      expect([page.status, page.path]).toEqual([200, path]);
      expect(links(mainOf(page))).toContain("/support/requests");
    }
    // Only email members have the password form, which is the second column of the profile.
    const { browser: other } = await memberOf();
    const columns = (page: Awaited<ReturnType<typeof other.open>>) =>
      tags(mainOf(page), "div").some((part) => part["class"]?.split(" ").includes("profile"));
    expect(columns(await browser.open("/my-page/profile"))).toBe(false);
    expect(columns(await other.open("/my-page/profile"))).toBe(true);
  });

  it("reads a 400 silently: no message stands over the page [A248.1 P171.2]", async () => {
    const browser = await guest();
    replaceCachedReads(new SwrCache());
    respond("get", "/api/support/faq", { result: 1500, message: "", data: null }, 400);
    const page = await browser.open("/support/faq");
    const [toasts = ""] = /<section class="toasts"[\s\S]*?<\/section>/.exec(page.html) ?? [];
    expect(words(toasts)).toBe("");
    expect(words(page)).not.toContain("Session has expired");
    expect(words(page)).toContain(texts("en", "errors")("area.community"));
  });
});

describe("governance", () => {
  it("shows debates with a pager, comments with their likes, and voters with name, amount, vote and date [P009.1 P106.2 P106.3 P106.6]", async () => {
    const { browser } = await memberOf();
    const list = (items: object[], page_count = 1) => ({ page: 1, page_count, stats: { total: 25 }, items });
    const debate = { id: 1, title: "A debate", account_name: "hina", like_count: 41, comment_count: 1 };
    respond("get", "/api/dao/suggestions/19/debates", answers(list([debate], 3)));
    respond(
      "get",
      "/api/dao/suggestions/19/debates/1/comments",
      answers(
        list([
          { id: 9, account_name: "kei", content: "A comment", like_count: 77 },
          { id: 10, parent_id: 9, account_name: "mio", content: "A reply", like_count: 58 },
        ]),
      ),
    );
    const suggestion = mainOf(await browser.open("/dao/suggestions/19"));
    const [text = "", below = ""] = suggestion.split('aria-labelledby="debates"');
    expect(text).toContain('class="dao-detail__text"');
    expect(words(below)).toContain("A debate");
    expect(links(below.split('class="pager"')[1] ?? "")).toContain("/dao/suggestions/19?page=2#debates");
    const page = mainOf(await browser.open("/dao/suggestions/19/debates/1"));
    const comment = (id: number) =>
      words(new RegExp(`<li\\b[^>]*id="comment-${id}"[\\s\\S]*?</li>`).exec(page)?.[0] ?? "");
    expect(comment(9)).toMatch(/^kei A comment 77 likes/);
    expect(comment(10)).toMatch(/mio A reply 58 likes/);
    const voters = mainOf(await browser.open("/dao/suggestions/19/voters?page=2"));
    const tiles = voters.match(/<li\b(?=[^>]*class="panel person)[\s\S]*?<\/li>/g) ?? [];
    expect(
      tiles.map((tile) => [words(tile), new Date(tags(tile, "time")[0]?.["datetime"] ?? "").toISOString()]),
    ).toEqual(
      sampleVotersPage(19, 2).items.map(({ account_name, amount, vote, created_at }) => [
        expect.stringMatching(
          new RegExp(
            `^${account_name} \\d+ Oct 2024, [\\d:]+ ${vote === "AGREE" ? "For" : "Against"} .* ${amount.toLocaleString("en")}$`,
          ),
        ),
        created_at,
      ]),
    );
  });

  it("filters suggestions by type, status and sort, and has a list of the member's own [P106.1]", async () => {
    const { browser } = await memberOf();
    for (const path of ["/dao/suggestions", "/dao/suggestions/mine"]) {
      const page = await browser.open(path);
      const [form = {}] = tags(mainOf(page), "form").filter(({ role }) => role === "search");
      expect([form["method"], form["action"]]).toEqual(["get", `${path}#list`]);
      expect(["type", "status", "sort"].map((name) => optionsOf(page, name))).toEqual([
        ["POLICY", "CONTENT", "EVENT", "ECONOMY", "ETC"],
        ["UNDER_REVIEW", "RETURNED", "IN_PROGRESS", "PASSED", "REJECTED"],
        ["LATEST", "POPULAR", "ENDING"],
      ]);
    }
  });

  it("lists its members by the type of their pass [P106.4]", async () => {
    const { browser } = await memberOf();
    const page = mainOf(await browser.open("/dao/members?type=CANDIDACY"));
    const [tabs = ""] = /<nav\b[^>]*aria-label="Type of pass"[\s\S]*?<\/nav>/.exec(page) ?? [];
    const types = ["Entry", "Voting", "Suggestion", "Business", "Candidacy", "Administration"];
    expect(namedLinks(tabs)).toEqual([
      "All: /dao/members",
      ...types.map((type) => `${type}: /dao/members?type=${type.toUpperCase()}`),
    ]);
    const passes = page.match(/<span class="pass-badge">[\s\S]*?<\/span>/g) ?? [];
    expect(passes.map(words)).toEqual(Array(3).fill("Candidacy pass"));
  });

  it("says that nobody has taken part yet, where a suggestion has no voters [P175.7]", async () => {
    const { browser } = await memberOf();
    const open = { id: 19, title: "A suggestion", status: "IN_PROGRESS", voter_count: 0 };
    respond("get", "/api/dao/suggestions/19", answers(open));
    const page = await browser.open("/dao/suggestions/19/voters");
    expect(words(page)).toContain(texts("en", "errors")("web.073"));
  });
});

it("decodes the e-mail of a reset token from its payload [A042.1 A042.2 P038.2 P038.3 P123.1]", async () => {
  const visitor = new Visitor();
  const payload = Buffer.from(JSON.stringify({ email: "someone@soria.test" })).toString("base64url");
  const reply = await visitor.get(linkLoader, `/wpdnif?token=x.${payload}.y`);
  expect(reply.location).toBe("/change-password?from=mail");
  const { reset } = await visitor.session();
  expect(reset).toMatchObject({ email: "someone@soria.test", token: `x.${payload}.y` });
});
