/** What the API receives of sessions, accounts and members: line, token and body of each call. */
import { generatePrivateKey } from "viem/accounts";
import { describe, expect, it, vi } from "vitest";
import type { WireCall } from "#server/wire/call";
import { calls } from "#server/wire/calls";
import { PASSWORD } from "../../mocks/sandbox";
import { sandbox } from "../../mocks/server";
import { madeTo, receive } from "./received";
import {
  browser,
  controls,
  guest,
  mainOf,
  memberOf,
  signIn,
  signInByWallet,
  tags,
  useSite,
  words,
} from "./site";

useSite();

it("looks at the result in every call but those of governance [A246.1 A246.2 A246.3 A253.1 P167.3]", () => {
  const all: WireCall[] = Object.values(calls);
  for (const { path, ignoresResult } of all)
    expect(ignoresResult === true, path).toBe(path.startsWith("/dao"));
});

describe("a session's form calls", () => {
  it("the sign-in with e-mail, password with its spaces, the page's language and WEB [A010.1 A186.4 A212.1 A212.2]", async () => {
    const browser = await guest("zh");
    const [email, password] = ["somebody@soria.test", " Soria 2024! "];
    const page = await browser.open("/sign-in");
    const received = receive();
    await browser.send(page, "sign-in", { intent: "sign-in", email, password });
    const body = { email, password, language: "ZH", platform: "WEB" };
    expect(madeTo(received, "/api/auth/sign-in")).toEqual([
      { line: "POST /api/auth/sign-in", body, hasToken: false },
    ]);
  });

  it("the agreement to the reset mail of a locked account is one call for that e-mail [A118.2]", async () => {
    const browser = await guest("ko");
    const email = (await (await sandbox()).make({ state: "locked" })).email ?? "";
    const asked = await signIn(browser, email, "Soria-2024!");
    const received = receive();
    await browser.send(asked, "sign-in", { intent: "unlock" });
    expect(received.filter(({ line }) => line.startsWith("POST"))).toEqual([
      { line: "POST /api/auth/forgot-password", body: { email, language: "KO" }, hasToken: false },
    ]);
  });

  it("the wallet's sign-in with its message, signature, the page's language and WEB [A010.1]", async () => {
    const received = receive();
    await signInByWallet(await guest("zh"), generatePrivateKey());
    expect(madeTo(received, "/api/auth/wallet/sign-in")).toMatchObject([
      { body: { language: "ZH", platform: "WEB" }, hasToken: false },
    ]);
  });

  it("the sign-out with a token as its field [A213.1]", async () => {
    const { browser } = await memberOf();
    const received = receive();
    await browser.post("/sign-out", [], await browser.open("/news"));
    expect(madeTo(received, "/api/auth/sign-out")).toEqual([
      { line: "POST /api/auth/sign-out", body: { token: expect.stringMatching(/./) }, hasToken: true },
    ]);
  });
});

describe("the calls of an account's pages", () => {
  it("the last step of the sign-up posts e-mail, password and both names [A217.1]", async () => {
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

  it("the sign-up checks the e-mail alone, and asks for a code with e-mail and language [A214.1 A215.1]", async () => {
    const browser = await guest("ko");
    const page = await browser.open("/sign-up");
    const email = `code-${Date.now()}@soria.test`;
    const received = receive();
    await browser.send(page, "sign-up-email", { intent: "send-code", email });
    expect(received).toEqual([
      { line: "POST /api/auth/check-email", body: { email }, hasToken: false },
      { line: "POST /api/auth/request-code", body: { email, language: "KO" }, hasToken: false },
    ]);
  });

  it("the code of the sign-up is checked with e-mail and authCode [A216.1]", async () => {
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
});

describe("a choice in the form of the history, by its call", () => {
  const now = Date.parse("2026-11-20T03:00:00Z");
  const filter = (over: Record<string, string> = {}) => ({
    ...{ currencyType: "soria", transactionType: "ALL", from: "2026-11-13", to: "2026-11-20" },
    ...{ page: "1", size: "10", ...over },
  });

  it.each<[string, string, Record<string, string>, Record<string, string>]>([
    [
      "another currency [A142.1 A142.2 A142.3]",
      "transactionType=REDEEM&duration=MONTH&from=2026-08-01&to=2026-09-01&page=2&size=30",
      { currencyType: "point" },
      { currencyType: "point" },
    ],
    ["DAY [A144.1]", "to=2026-10-01", { duration: "DAY" }, { from: "2026-11-20" }],
    [
      "WEEK [A144.2]",
      "duration=MONTH&to=2026-10-05",
      { duration: "WEEK" },
      { from: "2026-09-28", to: "2026-10-05" },
    ],
    ["MONTH [A144.3]", "to=2026-10-05", { duration: "MONTH" }, { from: "2026-09-05", to: "2026-10-05" }],
    [
      "MONTH, from a 31st [A144.4]",
      "to=2026-03-31",
      { duration: "MONTH" },
      { from: "2026-02-28", to: "2026-03-31" },
    ],
    [
      "an end, with DAY [A143.1]",
      "duration=DAY",
      { to: "2026-11-10" },
      { from: "2026-11-03", to: "2026-11-10" },
    ],
    [
      "an end, with WEEK [A143.2]",
      "currencyType=point&from=2026-10-01",
      { to: "2026-11-10" },
      { currencyType: "point", from: "2026-11-03", to: "2026-11-10" },
    ],
    [
      "an end, with MONTH [A143.3]",
      "duration=MONTH",
      { to: "2026-11-10" },
      { from: "2026-10-10", to: "2026-11-10" },
    ],
  ])("%s", async (_, shownFirst, choice, asked) => {
    const { browser } = await memberOf();
    vi.useFakeTimers({ now, toFake: ["Date"] });
    const page = mainOf(await browser.open(`/my-page/history?${shownFirst}`));
    const [form = ""] = /<form\b[^>]*class="filter[\s\S]*?<\/form>/.exec(page) ?? [];
    const [action] = tags(form, "form").map((tag) => tag["action"]);
    const kept = tags(form, "input").find(({ type }) => type === "hidden");
    for (const name of Object.keys(choice))
      expect(controls(form).map((field) => field["name"])).toContain(name);
    const received = receive();
    await browser.open(
      `${action}?${new URLSearchParams({ [kept?.["name"] ?? ""]: kept?.["value"] ?? "", ...choice })}`,
    );
    const [line = ""] = madeTo(received, "/api/users/me/history").map((call) => call.line.split("?")[1]);
    expect(Object.fromEntries(new URLSearchParams(line))).toEqual(filter(asked));
  });
});
