/** What the API receives when a page is opened or its form is submitted: line, token and body of each call. */
import { http, HttpResponse } from "msw";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { sandbox, server } from "../../mocks/server";
import { texts } from "../../kit/data/texts";
import { checkout } from "../form-cases";
import { itemIn } from "../store-support";
import { madeTo, receive } from "./received";
import { guest, memberOf, words } from "./site";

const PASSWORD = "Soria-2024!";
beforeAll(async () => void (await guest()), 300_000);

describe("the calls of a page", () => {
  it("the last step of the sign-up posts e-mail, password and both names [A217.1]", async () => {
    const browser = await guest();
    const email = `calls-${Date.now()}@soria.test`;
    await browser.send(await browser.open("/sign-up"), "sign-up-email", { intent: "send-code", email });
    const code = (await (await sandbox()).mails(email))[0]?.code ?? "";
    let page = await browser.open("/sign-up");
    page = await browser.send(page, "sign-up-code", { intent: "verify", authCode: code });
    page = await browser.send(page, "sign-up-code", { intent: "continue" });
    const received = receive();
    await browser.send(page, "sign-up-details", {
      ...{ intent: "details", password: PASSWORD, passwordConfirm: PASSWORD, agreement: "on" },
      ...{ firstName: "灯", lastName: "水野" },
    });
    const body = { email, password: PASSWORD, firstName: "灯", lastName: "水野" };
    expect(madeTo(received, "/api/auth/sign-up")).toEqual([
      { line: "POST /api/auth/sign-up", body, hasToken: false },
    ]);
  });

  it("the sign-up asks for a code with e-mail and language, and nothing else [A215.1]", async () => {
    const browser = await guest("ko");
    const page = await browser.open("/sign-up");
    const email = `code-${Date.now()}@soria.test`;
    const received = receive();
    await browser.send(page, "sign-up-email", { intent: "send-code", email });
    expect(madeTo(received, "/api/auth/request-code")).toEqual([
      { line: "POST /api/auth/request-code", body: { email, language: "KO" }, hasToken: false },
    ]);
  });

  it("the code of the sign-up is checked with e-mail and authCode [A216.1]", async () => {
    const browser = await guest();
    const email = `checked-${Date.now()}@soria.test`;
    await browser.send(await browser.open("/sign-up"), "sign-up-email", { intent: "send-code", email });
    const authCode = (await (await sandbox()).mails(email))[0]?.code ?? "";
    const received = receive();
    await browser.send(await browser.open("/sign-up"), "sign-up-code", { intent: "verify", authCode });
    expect(madeTo(received, "/api/auth/verify-code")).toEqual([
      { line: "POST /api/auth/verify-code", body: { email, authCode }, hasToken: false },
    ]);
  });

  it("a lost password: the e-mail is checked, the mail asked for in the page's language, the new one sent with the link's token [A214.1 A219.1 A220.1]", async () => {
    const browser = await guest("zh");
    const email = (await (await sandbox()).make({})).email ?? "";
    const received = receive();
    await browser.send(await browser.open("/find-password"), "find-password", { intent: "send", email });
    const link = new URL((await (await sandbox()).mails(email))[0]?.link ?? "");
    const token = link.searchParams.get("token");
    const page = await browser.open(link.pathname + link.search);
    const password = "Lantern-7!";
    await browser.send(page, "change-password", { password, passwordConfirm: password });
    expect(received.filter(({ line }) => line.includes("/auth/"))).toEqual([
      { line: "POST /api/auth/check-email", body: { email }, hasToken: false },
      { line: "POST /api/auth/forgot-password", body: { email, language: "ZH" }, hasToken: false },
      { line: "PATCH /api/auth/reset-password", body: { password, token }, hasToken: false },
    ]);
  });

  it("another password is sent with the old one, and a deletion without a payload [A224.1 A228.1 A229.1]", async () => {
    const { browser, member } = await memberOf();
    const received = receive();
    const [oldPassword, newPassword] = [member.password, "Lantern-7!"];
    await browser.send(await browser.open("/my-page/profile"), "password", {
      ...{ intent: "password", oldPassword, newPassword, newPasswordConfirm: newPassword },
    });
    await browser.send(await browser.open("/my-page/terminate"), "terminate", { confirm: "on" });
    expect(madeTo(received, "/api/users/me/password")).toEqual([
      { line: "PATCH /api/users/me/password", body: { oldPassword, newPassword }, hasToken: true },
    ]);
    expect(madeTo(received, "/api/users/me").filter(({ line }) => !line.startsWith("GET"))).toEqual([
      { line: "DELETE /api/users/me", body: undefined, hasToken: true },
    ]);
  });

  it("the history is read with six query parameters, as the address says [A084.1 A224.1 A226.1]", async () => {
    const { browser } = await memberOf();
    const received = receive();
    const filter = "currencyType=point&transactionType=REDEEM&from=2026-10-01&to=2026-10-31&page=1&size=30";
    await browser.open(`/my-page/history?${filter}`);
    const asked = madeTo(received, "/api/users/me/history").map(({ line }) => line);
    expect(asked).toContain(`GET /api/users/me/history?${filter}`);
    expect(madeTo(received, "/api/users/me/history").filter(({ hasToken }) => !hasToken)).toEqual([]);
    for (const line of asked) {
      const names = [...new URLSearchParams(line.split("?")[1]).keys()];
      expect(names).toEqual(["currencyType", "transactionType", "from", "to", "page", "size"]);
    }
  });

  it("no call for the history ends after today, whatever page or file asks for it, and the page asks for a past date [A187.1 A187.3]", async () => {
    const { browser } = await memberOf();
    const today = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10);
    const late = "from=2026-10-01&to=2999-01-01";
    const shown = `soria ALL WEEK 2026-10-25 2026-11-01 10`;
    for (const path of [
      `/my-page/history?${late}`,
      `/my-page/history?currencyType=point&${late}`,
      `/my-page/history?${new URLSearchParams({ shown, to: "2999-01-01" })}`,
      `/my-page/history.csv?${late}`,
      "/my-page/data.json",
    ]) {
      const received = receive();
      const page = await browser.open(path);
      if (!/\.(?:csv|json)/.test(path)) expect(words(page)).toMatch(/please select a past date/i);
      const ends = madeTo(received, "/api/users/me/history").map(
        ({ line }) => new URLSearchParams(line.split("?")[1]).get("to") ?? "",
      );
      expect(ends, path).not.toEqual([]);
      expect(
        ends.filter((to) => to > today),
        path,
      ).toEqual([]);
    }
  });

  it("a debate's address gives its calls the ids of suggestion and debate [P122.1]", async () => {
    const { browser } = await memberOf();
    const received = receive();
    await browser.open("/dao/suggestions/19/debates/1");
    const lines = received.map(({ line }) => line.split("?")[0]);
    expect(lines).toContain("GET /api/dao/suggestions/19");
    expect(lines).toContain("GET /api/dao/suggestions/19/debates");
    expect(lines).toContain("GET /api/dao/suggestions/19/debates/1/comments");
    const dao = lines.filter((line) => line?.includes("/dao/"));
    for (const line of dao)
      expect(line).toMatch(/^GET \/api\/dao\/suggestions\/19(?:\/debates(?:\/1\/comments)?)?$/);
  });

  it("the profile reads the member without a parameter [A224.1 A225.1]", async () => {
    const { browser } = await memberOf();
    const received = receive();
    await browser.open("/my-page/profile");
    expect(madeTo(received, "/api/users/me")).toEqual([
      { line: "GET /api/users/me", body: undefined, hasToken: true },
    ]);
  });

  it("new names are a PATCH with both names and nothing else [A224.1 A227.1]", async () => {
    const { browser } = await memberOf();
    const page = await browser.open("/my-page/profile");
    const received = receive();
    await browser.send(page, "names", { intent: "names", firstName: "暁", lastName: "雲居" });
    expect(madeTo(received, "/api/users/me").filter(({ line }) => !line.startsWith("GET"))).toEqual([
      { line: "PATCH /api/users/me", body: { firstName: "暁", lastName: "雲居" }, hasToken: true },
    ]);
  });

  it("an inquiry is read by its reference, with the token and no query [P157.1]", async () => {
    const { browser, member } = await memberOf({ inquiries: [{ messages: ["q"] }] });
    const [id] = member.inquiries;
    const received = receive();
    await browser.open(`/support/inquiries/${id}`);
    expect(madeTo(received, `/api/support/inquiries/${id}`)).toEqual([
      { line: `GET /api/support/inquiries/${id}`, body: undefined, hasToken: true },
    ]);
  });

  it("an item without a readable price is not bought, whatever is posted [A092.3]", async () => {
    const { browser } = await memberOf({ balances: { soria: 10_000 } });
    const good = await browser.open("/store/products/1");
    const card = await itemIn("USD");
    const delivery = await browser.open(`/store/products/${card}/checkout`);
    for (const [id, payment_type] of [
      [1, "SORIA"],
      [card, "USD"],
    ] as const) {
      const data = { id, name: "Kit", sale_amount: "much", payment_type, objectImages: [] };
      const odd = { result: 1, message: "SUCCESS", data };
      server.use(http.get(`http://api.test/api/store/products/${id}`, () => HttpResponse.json(odd)));
    }
    const received = receive();
    const buy = { intent: "buy", quantity: "1", paymentType: "BALANCE", confirm: "on" };
    const { status, html } = await browser.send(good, "buy", buy);
    expect(status).toBe(400);
    expect(words(html)).toContain(texts("en", "store")("item.noPrice"));
    expect(words(html)).not.toMatch(/\b0(?:\.00)? Soria\b/);
    expect(received.filter(({ line }) => line.startsWith("POST"))).toEqual([]);
    expect(html).not.toContain('id="slip-title"');
    await browser.send(delivery, "checkout", { ...checkout, thirdParty: "on", process: "on" });
    expect((await browser.open(`/store/products/${card}/checkout/confirm`)).path).toBe("/");
    const { path } = await browser.open(`/store/products/${card}/checkout`);
    expect(path).toBe("/");
  });

  it("a guest's purchase is sent to nobody: the API would refuse it, and the sign-in comes first [A205.1]", async () => {
    const browser = await guest();
    const received = receive();
    const page = await browser.post("/store/products/1", [["intent", "buy"]], await browser.open("/"));
    expect(page.path).toMatch(/^\/sign-in\?redirectTo=/);
    expect(received.filter(({ line }) => line.includes("/store/"))).toEqual([]);
  });

  it("news that fail leave the page with its head and its tabs [P174.2]", async () => {
    await (await sandbox()).faults([{ path: "/api/news", status: 500 }]);
    onTestFinished(async () => (await sandbox()).faults([]));
    const page = await (await guest()).open("/news?keyword=fails");
    expect(page.html).toContain("<h1>News</h1>");
    expect(words(page)).toMatch(/All .*Announcement .*Update .*Event/);
  });
});
