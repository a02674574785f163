import { formatCount } from "~/domain/money";
import { beforeEach, describe, expect, it, test } from "vitest";
import { signInAction } from "~/routes/account/sign-in/action.server";
import { loader as dataLoader } from "~/routes/my-page/data/route";
import { loader as ordersLoader } from "~/routes/my-page/ecommerce-history/route";
import { loader as csvLoader } from "~/routes/my-page/history-csv/route";
import { loader as historyLoader } from "~/routes/my-page/history/route";
import { loader as inquiryLoader } from "~/routes/support/inquiry/route";
import { loader as layoutLoader } from "~/routes/my-page/layout/route";
import { loader as orderLoader } from "~/routes/my-page/order/route";
import { action as profileAction, loader as profileLoader } from "~/routes/my-page/profile/route";
import { action as terminateAction } from "~/routes/my-page/terminate/route";
import { loader as toolsLoader } from "~/routes/my-page/tools/route";
import type { SessionRow } from "~/routes/my-page/profile/sessions.server";
import { expectPurchases } from "#server/purchases/outcomes.server";
import { getSession, type SessionData } from "#server/session/session.server";
import { recentSignIns } from "#server/session/sign-ins.server";
import { ownerOf } from "#server/store/encryption.server";
import { translator } from "~/i18n/i18n.server";
import type { FaultRule } from "#server/sandbox/switches/faults";
import type { MadeMember, MemberOrder } from "#server/sandbox/switches/members";
import { http, HttpResponse } from "msw";
import { sandbox, server } from "../mocks/server";
import { errorsOf, Visitor } from "../kit/visitors/visitor";
import { Browser, member as tokensFor, token } from "../unit/session/support";

async function signIn(visitor: Visitor, { email, password }: MadeMember): Promise<void> {
  const response = await visitor.post(signInAction, "/sign-in", { email: email ?? "", password });
  expect(response.status).toBe(303);
}

async function memberVisits(order: MemberOrder = {}): Promise<{ visitor: Visitor; member: MadeMember }> {
  const visitor = new Visitor();
  const member = await (await sandbox()).make(order);
  await signIn(visitor, member);
  return { visitor, member };
}

async function faults(...rules: Partial<FaultRule>[]): Promise<void> {
  await (await sandbox()).faults(rules);
}

/** Returns the number of API calls for a member, by "METHOD path". */
async function callsOf({ id }: MadeMember): Promise<Record<string, number>> {
  const response = await (await sandbox()).fetch(new Request(`http://api.test/__calls?member=${id}`));
  return ((await response.json()) as { counts: Record<string, number> }).counts;
}

/** Returns the data of a deferring loader. For a document it is complete. */
async function deferred(
  loader: typeof historyLoader | typeof ordersLoader,
  visitor: Visitor,
  path: string,
  ask: "get" | "getData" = "get",
) {
  const responses: { data: Record<string, unknown>; status: number; location?: string | null }[] = [];
  const response = await visitor[ask](async (args) => {
    const { data, init } = (await loader(args)) as unknown as {
      data: Record<string, unknown>;
      init?: ResponseInit;
    };
    responses.push({ data, status: init?.status ?? 200 });
    return new Response();
  }, path);
  return (
    responses[0] ?? {
      data: {} as Record<string, unknown>,
      status: response.status,
      location: response.location,
    }
  );
}

beforeEach(() => faults());

test.each([
  ["/my-page", layoutLoader],
  ["/my-page/profile", profileLoader],
  ["/my-page/history?page=2", historyLoader],
  ["/my-page/history.csv", csvLoader],
  ["/my-page/ecommerce-history", ordersLoader],
  ["/my-page/tools", toolsLoader],
  ["/my-page/data.json", dataLoader],
] as const)("%s asks for sign-in", async (path, loader) => {
  const response = await new Visitor().get(loader, path);
  expect(response.location).toBe(`/sign-in?${new URLSearchParams({ redirectTo: path })}`);
});

describe("the balances", () => {
  it("are read for each page, and are the last known ones when the API does not respond", async () => {
    const { visitor, member } = await memberVisits({ balances: { soria: 500 } });
    expect((await visitor.get(layoutLoader, "/my-page")).data).toMatchObject({
      balances: { soriaAmount: 500 },
      isStale: false,
    });
    await faults({ path: "/api/users/me", member: member.id, mode: "close" });
    const stale = await visitor.get(layoutLoader, "/my-page");
    expect(stale).toMatchObject({ status: 200, data: { balances: { soriaAmount: 500 }, isStale: true } });
    expect((await visitor.get(profileLoader, "/my-page/profile")).status).toBe(503);
  });
});

describe("a balance that the API sends wrong", () => {
  it.each([["56780"], [null], [56780.5], [{}]])("is a dash, and no page less: %j", async (soriaAmount) => {
    const { visitor, member } = await memberVisits({ balances: { point: 7 } });
    await faults({ path: "/api/users/me", member: member.id, set: { "data.soriaAmount": soriaAmount } });
    const { status, data } = await visitor.get(layoutLoader, "/my-page");
    expect([status, data.balances.pointAmount, formatCount(data.balances.soriaAmount)]).toEqual([
      200,
      7,
      "-",
    ]);
    expect((await visitor.get(profileLoader, "/my-page/profile")).status).toBe(200);
  });
});

describe("where the member is signed in", () => {
  const end = (visitor: Visitor, session: string) =>
    visitor.post(profileAction, "/my-page/profile", { intent: "sessions", session });
  const rowsOf = async (visitor: Visitor) => {
    const { data } = await visitor.get(profileLoader, "/my-page/profile");
    return (data as { sessions: { rows: SessionRow[]; more: number } }).sessions.rows;
  };
  const again = async (member: MadeMember) => {
    const visitor = new Visitor();
    await signIn(visitor, member);
    return visitor;
  };

  it("lists them, ends one, which is signed out with a reason at its next page, and says so when there is none any more", async () => {
    const { visitor, member } = await memberVisits();
    const [second, third] = [await again(member), await again(member)];
    const rows = await rowsOf(visitor);
    expect(rows.map(({ isThis }) => isThis)).toEqual([true, false, false]);
    const own = (await rowsOf(second))[0]?.mark ?? "";
    const mark = rows.find((row) => row.mark === own)?.mark ?? "";

    expect(await end(visitor, mark)).toMatchObject({ status: 303, location: "/my-page/profile" });
    expect(await visitor.messages()).toMatchObject([{ kind: "success", key: "my-page:sessions.endedOne" }]);
    expect(await rowsOf(visitor)).toHaveLength(2);
    expect((await third.get(profileLoader, "/my-page/profile")).status).toBe(200);
    // An empty form of the ended session redirects there too, with a single message.
    const away = await end(second, rows[0]?.mark ?? "");
    expect(away.location).toBe("/sign-in?redirectTo=%2Fmy-page%2Fprofile");
    expect((await second.get(profileLoader, "/my-page/profile")).location).toBe(away.location);
    expect(await second.messages()).toMatchObject([{ kind: "alert", key: "account:ended.elsewhere" }]);

    expect((await end(visitor, mark)).status).toBe(303);
    expect((await visitor.messages()).at(-1)).toMatchObject({
      kind: "info",
      key: "my-page:sessions.endedAlready",
    });
    expect(await rowsOf(visitor)).toHaveLength(2);
  });

  it("ends nobody else's, and not this one", async () => {
    const { visitor } = await memberVisits();
    const { visitor: stranger } = await memberVisits();
    const [theirs, own] = [(await rowsOf(stranger))[0]?.mark, (await rowsOf(visitor))[0]?.mark];
    for (const mark of [theirs, own, "*", "x".repeat(64)]) {
      expect((await end(visitor, mark ?? "")).status).toBe(303);
    }
    for (const one of [visitor, stranger]) expect(await rowsOf(one)).toHaveLength(1);
    for (const wrong of ["", "x".repeat(65)]) expect((await end(visitor, wrong)).status).toBe(400);
    // A form of another member's page, with that member's signature.
    const signature = (await stranger.signatureFor("/my-page/profile", "sessions")) ?? "";
    const fields = { intent: "sessions", session: "others", stamp: signature };
    expect((await visitor.post(profileAction, "/my-page/profile", fields)).status).toBe(409);
  });

  it("ends all others, and says how many", async () => {
    const { visitor, member } = await memberVisits();
    const others = [await again(member), await again(member)];
    expect((await end(visitor, "others")).status).toBe(303);
    expect(await visitor.messages()).toMatchObject([
      { key: "my-page:sessions.endedOthers", params: { count: 2 } },
    ]);
    expect(await rowsOf(visitor)).toHaveLength(1);
    for (const other of others) {
      expect((await other.get(profileLoader, "/my-page/profile")).status).toBe(303);
      expect(await other.messages()).toMatchObject([{ key: "account:ended.elsewhere" }]);
    }
    expect((await end(visitor, "others")).status).toBe(303);
    expect((await visitor.messages()).at(-1)).toMatchObject({ key: "my-page:sessions.only" });
  });

  it("is one more line for each of the last twenty, and the number of the rest", async () => {
    const { visitor, member } = await memberVisits();
    for (let n = 0; n < 21; n += 1) {
      await new Browser().signIn(tokensFor({ id: member.id }));
    }
    const { data } = await visitor.get(profileLoader, "/my-page/profile");
    expect(data.sessions).toMatchObject({ more: 2 });
    expect(data.sessions.rows).toHaveLength(20);
    expect(data.sessions.rows[0].isThis).toBe(true);
  });
});

describe("the sign-ins of 90 days", () => {
  it("are on the profile, also those that have ended, and in the member's data, without others'", async () => {
    const { visitor, member } = await memberVisits();
    await memberVisits();
    const phone = new Browser();
    const userAgent = "Mozilla/5.0 (iPhone) Version/18.0 Mobile/15E148 Safari/604.1";
    const session = await phone.signIn(tokensFor({ id: member.id }), userAgent);
    await session.signOut();
    const { data } = await visitor.get(profileLoader, "/my-page/profile");
    expect(data.sessions.rows).toHaveLength(1);
    expect(data.sessions.signIns).toMatchObject({
      rows: [{ browser: "Safari", system: "iPhone" }, { at: expect.any(String) as string }],
      days: 90,
      most: 50,
    });
    const file = (await visitor.get(dataLoader, "/my-page/data.json")).data;
    expect(file.signIns).toMatchObject([{ browser: "Safari", system: "iPhone" }, {}]);
    expect(file.missing).toEqual([]);
  });

  it("go with the account", async () => {
    const { visitor, member } = await memberVisits();
    expect(await recentSignIns(ownerOf(member.id))).toHaveLength(1);
    await visitor.post(terminateAction, "/my-page/terminate", { confirm: "on" });
    expect(await recentSignIns(ownerOf(member.id))).toEqual([]);
  });
});

describe("the names", () => {
  const save = (visitor: Visitor, firstName: string, lastName = "水野") =>
    visitor.post(profileAction, "/my-page/profile", { intent: "names", firstName, lastName });

  it("are not sent when nothing changed [A138.1]", async () => {
    const { visitor, member } = await memberVisits();
    expect(await save(visitor, " 灯 ")).toMatchObject({ status: 303, location: "/my-page/profile" });
    expect(await callsOf(member)).not.toHaveProperty("PATCH /api/users/me");
    expect(await visitor.messages()).toMatchObject([{ key: "my-page:profile.unchanged" }]);
  });

  it("are saved, and known to the session [A321.1]", async () => {
    const { visitor } = await memberVisits();
    expect((await save(visitor, "Anne-Marie")).status).toBe(303);
    expect(await visitor.messages()).toMatchObject([{ kind: "success", key: "my-page:profile.saved" }]);
    expect((await visitor.session()).user?.firstName).toBe("Anne-Marie");
  });

  test.each([
    ["", "errors:web.026"],
    ["  ", "errors:web.026"],
    ["灯2", "account:name.numberForbidden"],
    ["灯?", "account:name.specialCharacterForbidden"],
  ])("%j is refused: %s [A181.1 A182.1 A183.1 A184.1 A299.1]", async (name, message) => {
    const { visitor } = await memberVisits();
    const response = await save(visitor, name);
    expect(response.status).toBe(400);
    expect(errorsOf(response)).toEqual({ firstName: [message] });
    const ofLast = message === "errors:web.026" ? "errors:web.027" : message;
    expect(errorsOf(await save(visitor, "灯", name))).toEqual({ lastName: [ofLast] });
  });

  it("stay typed when the API fails", async () => {
    const { visitor, member } = await memberVisits();
    await faults({ method: "PATCH", path: "/api/users/me", member: member.id, status: 500 });
    const response = await save(visitor, "ひかり");
    expect(response.status).toBe(502);
    expect(errorsOf(response)).toEqual({ "": ["errors:http.unexpected"] });
    expect(response.data.lastResult.initialValue).toMatchObject({ firstName: "ひかり" });
  });
});

describe("the password", () => {
  const [LONG, TOO_LONG] = [`Ab1!${"x".repeat(61)}`, "common:form.tooLong?most=64&count=65"];
  const change = (
    visitor: Visitor,
    oldPassword: string,
    newPassword: string,
    newPasswordConfirm = newPassword,
  ) =>
    visitor.post(profileAction, "/my-page/profile", {
      intent: "password",
      oldPassword,
      newPassword,
      newPasswordConfirm,
    });

  it("is changed; other sessions end, this one stays", async () => {
    const { visitor, member } = await memberVisits();
    const elsewhere = new Visitor();
    await signIn(elsewhere, member);
    expect((await change(visitor, member.password, "Kumo-2025?")).status).toBe(303);
    expect(await visitor.messages()).toMatchObject([{ kind: "success", key: "my-page:password.changed" }]);
    expect((await visitor.get(profileLoader, "/my-page/profile")).status).toBe(200);
    expect((await elsewhere.get(profileLoader, "/my-page/profile")).location).toContain("/sign-in");
    await signIn(new Visitor(), { ...member, password: "Kumo-2025?" });
  });

  it("stays when the old one is wrong: a toast and the field say so, nothing typed comes back [A179.2 A320.1]", async () => {
    const { visitor, member } = await memberVisits();
    const response = await change(visitor, "Wrong-2024!", "Kumo-2025?");
    expect(response.status).toBe(400);
    expect(errorsOf(response)).toEqual({ oldPassword: ["errors:code.oldPassword"] });
    expect(await visitor.messages()).toMatchObject([{ kind: "error", key: "errors:code.oldPassword" }]);
    expect(JSON.stringify(response.data)).not.toMatch(/Wrong-2024|Kumo-2025/);
    await signIn(new Visitor(), member);
  });

  it("is changed by a password manager, which submits the form without its button", async () => {
    const { visitor, member } = await memberVisits();
    const signature = (await visitor.signatureFor("/my-page/profile", "password")) ?? "";
    const [oldPassword, newPassword] = [member.password, "Kumo-2025?"];
    const typed = { oldPassword, newPassword, newPasswordConfirm: newPassword, stamp: signature };
    const response = await visitor.post(profileAction, "/my-page/profile", typed);
    expect(response).toMatchObject({ status: 303, location: "/my-page/profile" });
    expect(await visitor.messages()).toMatchObject([{ kind: "success", key: "my-page:password.changed" }]);
    await signIn(new Visitor(), { ...member, password: newPassword });
  });

  it("is told what is wrong in a form without its button, as in one with it", async () => {
    const { visitor } = await memberVisits();
    const signature = (await visitor.signatureFor("/my-page/profile", "password")) ?? "";
    const typed = { oldPassword: "", newPassword: "", newPasswordConfirm: "", stamp: signature };
    const response = await visitor.post(profileAction, "/my-page/profile", typed);
    expect(response.status).toBe(400);
    expect(response.data.form).toBe("password");
    expect(Object.keys(errorsOf(response))).toContain("oldPassword");
  });

  test.each([
    ["", "Kumo-2025?", "Kumo-2025?", { oldPassword: ["my-page:password.oldMissing"] }],
    ["x", "", "", { newPassword: ["errors:web.013"], newPasswordConfirm: ["errors:web.014"] }],
    ["x", "Ku-25?", "Ku-25?", { newPassword: ["account:password.length"] }],
    ["x", "Kumo-kumo?", "Kumo-kumo?", { newPassword: ["account:password.digit"] }],
    ["x", "Kumo2025", "Kumo2025", { newPassword: ["account:password.special"] }],
    ["x", "Kumo-2025?", "Kumo-2025!", { newPasswordConfirm: ["account:password.match"] }],
    ["x", "Kumo-2025?", "", { newPasswordConfirm: ["errors:web.014"] }],
    ["x", LONG, LONG, { newPassword: [TOO_LONG], newPasswordConfirm: [TOO_LONG] }],
    [LONG, "Kumo-2025?", "Kumo-2025?", { oldPassword: [TOO_LONG] }],
  ])(
    "%j, %j, %j is refused [A172.1 A172.2 A172.3 A175.1 A177.3 A178.2 A179.1 A291.1]",
    async (oldPassword, next, again, errors) => {
      const { visitor } = await memberVisits();
      const response = await change(visitor, oldPassword, next, again);
      expect(response.status).toBe(400);
      expect(errorsOf(response)).toEqual(errors);
    },
  );
});

it.each([
  ["/my-page/history?duration=MONTH", historyLoader, "list"],
  ["/my-page/ecommerce-history?", ordersLoader, "orders"],
] as const)(
  "a client navigation to %s has the title of the page that is shown",
  async (path, loader, part) => {
    const { visitor } = await memberVisits({ history: 40, orders: 12, balances: { soria: 9_000 } });
    const dataOf = async (page: number) =>
      (await deferred(loader, visitor, `${path}&page=${page}`, "getData")).data;
    const [first, second, beyond] = [await dataOf(1), await dataOf(2), await dataOf(99)];
    // Page 1 is known before its list is read, so its rows follow.
    expect(first[part]).toBeInstanceOf(Promise);
    expect(first["title"]).not.toMatch(/ページ/);
    expect(second["title"]).toBe(`${String(first["title"])} · 2ページ`);
    expect(beyond["title"]).toBe(first["title"]);
  },
);

describe("the history", () => {
  it.each([
    ["", "利用履歴"],
    ["?currencyType=soria&page=2", "利用履歴 · 2ページ"],
    ["?currencyType=soria-plus", "Soria Plusの利用履歴"],
    ["?currencyType=point", "ポイントの利用履歴"],
  ])("names a currency in its title only if it is not the first one: %s", async (query, title) => {
    const { visitor } = await memberVisits({ history: 600 });
    const { data } = await deferred(historyLoader, visitor, `/my-page/history${query}`);
    expect(data).toMatchObject({ title });
  });

  it("leads from a row without a transaction to an inquiry with the row's own number", async () => {
    const { visitor } = await memberVisits({ history: 3, balances: { soria: 900 } });
    const { data } = await deferred(historyLoader, visitor, "/my-page/history?from=2020-01-01");
    const { value } = (await data["list"]) as { value: { items: { id: number }[]; receipts: object } };
    expect(value.receipts).toEqual({});
    const search = new URLSearchParams({
      typeCode: "PURCHASE_REFUND",
      historyEntry: String(value.items[0]?.id),
    });
    const response = await visitor.get(inquiryLoader, `/support/inquiry?${search}`);
    expect(response.data.initial).toMatchObject({
      typeCode: "PURCHASE_REFUND",
      message: translator("ja")("support:inquiry.historyEntry", { id: value.items[0]?.id }),
    });
    const wrong = await visitor.get(inquiryLoader, "/support/inquiry?historyEntry=%3Cb%3E%20buy%20now");
    expect(wrong.data.initial).toMatchObject({ message: "" });
  });

  it("answers the form with the filter's own address", async () => {
    const { visitor } = await memberVisits();
    const shown = "soria ALL WEEK 2026-10-25 2026-11-01 10";
    const response = await visitor.get(
      historyLoader,
      `/my-page/history?${new URLSearchParams({ shown, to: "2026-10-31" })}`,
    );
    expect(response.location).toBe(
      "/my-page/history?currencyType=soria&transactionType=ALL&duration=WEEK&from=2026-10-24&to=2026-10-31&page=1&size=10",
    );
  });

  it("says why a date was refused, in an address that holds nothing of the form's [A187.2]", async () => {
    const { visitor } = await memberVisits();
    const form = { shown: "soria ALL WEEK 2026-10-25 2026-11-01 10", to: "2999-01-01" };
    const { location } = await visitor.get(historyLoader, `/my-page/history?${new URLSearchParams(form)}`);
    expect(location).toBe(
      "/my-page/history?currencyType=soria&transactionType=ALL&duration=WEEK&from=2026-10-25&to=2026-11-01&page=1&size=10&refused=future",
    );
    const { data } = await deferred(historyLoader, visitor, location ?? "");
    expect(data).toMatchObject({ problem: "future", filter: { from: "2026-10-25", to: "2026-11-01" } });
  });

  it("takes a page outside the range as page 1", async () => {
    const { visitor } = await memberVisits({ history: 60, historyDays: 5, balances: { soria: 900 } });
    const { data } = await deferred(historyLoader, visitor, "/my-page/history?page=400&from=2020-01-01");
    expect(data).toMatchObject({ list: { ok: true, value: { page: 1 } }, series: { ok: true } });
  });

  test.each([
    [{ mode: "close" }, 503, "errors:http.noResponse"],
    [{ status: 500 }, 502, "errors:http.unexpected"],
    [{ status: 403 }, 403, "errors:http.403"],
    [{ status: 404 }, 404, "errors:http.404"],
    [{ body: { result: 1, message: "", data: { items: [{}] } } }, 502, "errors:http.unexpected"],
  ] as const)("with %j of the API the tab says so", async (fault, status, messageKey) => {
    const { visitor, member } = await memberVisits();
    await faults({ path: "/api/users/me/history", member: member.id, ...fault });
    const response = await deferred(historyLoader, visitor, "/my-page/history");
    expect(response).toMatchObject({ status, data: { list: { ok: false, messageKey } } });
  });
});

describe("the CSV", () => {
  const path = "/my-page/history.csv?from=2020-01-01";

  it("reads no page of the API before the reader has taken the one before it", async () => {
    const { visitor, member } = await memberVisits({ history: 2_000 });
    const calls = async () => {
      const response = await (
        await sandbox()
      ).fetch(new Request(`http://api.test/__calls?member=${member.id}`));
      const { counts } = (await response.json()) as { counts: Record<string, number> };
      return counts["GET /api/users/me/history"] ?? 0;
    };
    const cookie = [...visitor.cookies].map((each) => each.join("=")).join("; ");
    const request = new Request(`http://localhost:3000${path}`, { headers: { Cookie: cookie } });
    const { body } = (await csvLoader({ request, params: {}, context: {} })) as Response;
    const reader = body?.getReader();
    const ahead: number[] = [];
    for (let chunks = 1; (await reader?.read())?.done === false; chunks += 1)
      ahead.push((await calls()) - chunks);
    expect(ahead.length).toBeGreaterThan(3);
    expect(Math.max(...ahead)).toBeLessThanOrEqual(1);
  });

  it("has every page", async () => {
    const { visitor } = await memberVisits({ history: 400, balances: { soria: 90_000 } });
    const { headers, data } = await visitor.get(csvLoader, path);
    const { data: page } = await deferred(historyLoader, visitor, "/my-page/history?from=2020-01-01");
    const { total } = (page as { list: { value: { stats: { total: number } } } }).list.value.stats;
    expect(headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="soria-soria-2020-01-01-[\d-]+\.csv"$/,
    );
    const rows = String(data).trimEnd().split("\r\n");
    expect(rows).toHaveLength(total + 1);
    expect(new Set(rows).size).toBeGreaterThan(total - 5);
    expect(total).toBeGreaterThan(50);
  });

  it("keeps the place of a row that the API sent wrong, and the export names it as missing", async () => {
    const { visitor, member } = await memberVisits({ history: 12, balances: { soria: 90_000 } });
    const rowsOf = async () =>
      String((await visitor.get(csvLoader, path)).data)
        .trimEnd()
        .split("\r\n");
    const whole = await rowsOf();
    await faults({
      ...{ path: "/api/users/me/history", member: member.id },
      set: { "data.items.1.change_amount": "many", "data.items.3.created_at": null },
    });
    const unreadable = translator("ja")("my-page:history.unreadable");
    const broken = await rowsOf();
    const wrong = new Set([2, 4]);
    expect(broken).toEqual(whole.map((row, at) => (wrong.has(at) ? `${unreadable},,,,,` : row)));
    const { data } = await visitor.get(dataLoader, "/my-page/data.json");
    expect(data.missing).toEqual(["history"]);
  });

  it("is the failure when the first page fails, and breaks off when a later one does", async () => {
    const { visitor, member } = await memberVisits({ history: 400, balances: { soria: 90_000 } });
    const fault = { path: "/api/users/me/history", member: member.id, status: 500 };
    await faults(fault);
    expect((await visitor.get(csvLoader, path)).status).toBe(502);

    await faults();
    const request = new Request(`http://localhost:3000${path}`, {
      headers: { Cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    const response = await csvLoader({ request, params: {}, context: {} });
    await faults(fault);
    await expect(response.text()).rejects.toBeDefined();
  });
});

async function sessionOf(visitor: Visitor) {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return getSession({
    request: new Request("http://localhost:3000/", { headers: { Cookie: cookie } }),
    context: {},
  });
}

describe("the orders of the island", () => {
  it("are counted once a minute, anew while a purchase is under way, and after it", async () => {
    const { visitor, member } = await memberVisits({ orders: 2 });
    const edit = async (change: (draft: SessionData) => void) => (await sessionOf(visitor)).update(change);
    const callsAfter = async (visits: number) => {
      for (let n = 0; n < visits; n += 1)
        expect((await visitor.get(layoutLoader, "/my-page")).data).toMatchObject({ island: { orders: 2 } });
      return (await callsOf(member))["GET /order-service/v1/users/orders"];
    };
    // The first page after a sign-in does not know yet whether purchases are under way.
    expect(await callsAfter(2)).toBe(2);
    await edit((draft) => void delete draft.hasPurchases);
    expect(await callsAfter(3)).toBe(3);
    await edit(({ orderCount }) => void (orderCount && (orderCount.at -= 60_000)));
    expect(await callsAfter(2)).toBe(4);
    await expectPurchases(await sessionOf(visitor));
    expect(await callsAfter(2)).toBe(6);
    await edit((draft) => void delete draft.hasPurchases);
    expect(await callsAfter(2)).toBe(7);
  });
});

describe("the orders", () => {
  async function withOrderToken(visitor: Visitor, ecAccessToken: string): Promise<void> {
    const session = await sessionOf(visitor);
    await session.update((draft) => {
      if (draft.tokens) draft.tokens.ecAccessToken = ecAccessToken;
    });
  }
  const list = "GET /order-service/v1/users/orders";

  it("come by page; a page outside the range is page 1", async () => {
    const { visitor } = await memberVisits({ orders: 12 });
    const second = await deferred(ordersLoader, visitor, "/my-page/ecommerce-history?page=2");
    expect(second.data).toMatchObject({
      orders: { value: { pagination: { currentPage: 2, totalItem: 12 } } },
    });
    const { orders } = second.data as { orders: { value: { content: { orderNumber: string }[] } } };
    expect(orders.value.content).toHaveLength(2);
    const beyond = await deferred(ordersLoader, visitor, "/my-page/ecommerce-history?page=9");
    expect(beyond.data).toMatchObject({ orders: { value: { pagination: { currentPage: 1 } } } });

    const orderNumber = orders.value.content[0]?.orderNumber ?? "";
    const one = await visitor.get(orderLoader, `/my-page/ecommerce-history/${orderNumber}`, { orderNumber });
    expect(one).toMatchObject({ status: 200, data: { order: { orderNumber } } });
  });

  test.each(["", "no-jwt", "a.b.c"])(
    "without a readable token (%j) no call is made, and it is removed [A202.1 A202.2]",
    async (bad) => {
      const { visitor, member } = await memberVisits({ orders: 2 });
      await withOrderToken(visitor, bad);
      const { data } = await deferred(ordersLoader, visitor, "/my-page/ecommerce-history");
      expect(data["orders"]).toEqual({ ok: true, value: undefined });
      expect(await callsOf(member)).not.toHaveProperty(list);
      expect((await visitor.session()).tokens?.ecAccessToken).toBe("");
      expect((await visitor.get(profileLoader, "/my-page/profile")).status).toBe(200);
    },
  );

  it("get a new token when theirs has ended [A202.1]", async () => {
    const { visitor } = await memberVisits({ orders: 2 });
    await withOrderToken(visitor, token(-10));
    const { data } = await deferred(ordersLoader, visitor, "/my-page/ecommerce-history");
    expect(data).toMatchObject({ orders: { value: { pagination: { totalItem: 2 } } } });
  });

  test.each(["", "ORDER-1", "ORDER-20240101-000000-1", "ORDER-20240231-000000-1"])(
    "an order that is not there (%j) is a 404",
    async (orderNumber) => {
      const { visitor } = await memberVisits();
      expect((await visitor.get(orderLoader, "/my-page/ecommerce-history/x", { orderNumber })).status).toBe(
        404,
      );
    },
  );

  it("of another member are a 404", async () => {
    const { visitor } = await memberVisits({ orders: 1 });
    const { data } = await deferred(ordersLoader, visitor, "/my-page/ecommerce-history");
    const orderNumber = (data as { orders: { value: { content: { orderNumber: string }[] } } }).orders.value
      .content[0]?.orderNumber;
    const { visitor: other } = await memberVisits({ orders: 0 });
    const path = `/my-page/ecommerce-history/${orderNumber}`;
    expect((await other.get(orderLoader, path, { orderNumber: orderNumber ?? "" })).status).toBe(404);
  });

  const pagination = { currentPage: 1, totalPage: 0, totalItem: 0 };
  it.each<[string, number, Partial<FaultRule>]>([
    ["closes the connection", 503, { mode: "close" }],
    ["answers 500", 502, { status: 500 }],
    ["answers another message", 502, { body: { message: "BUSY", data: { content: [], pagination } } }],
    ["answers nonsense", 502, { mode: "html" }],
    ["does not end its answer", 504, { mode: "stall" }],
  ])("are a failure of this tab alone when the order service %s [A243.1]", async (_, status, fault) => {
    const { visitor, member } = await memberVisits();
    await faults({ path: "/order-service", member: member.id, ...fault });
    const [response, layout] = await Promise.all([
      deferred(ordersLoader, visitor, "/my-page/ecommerce-history"),
      visitor.get(layoutLoader, "/my-page"),
    ]);
    expect(response).toMatchObject({ status, data: { orders: { ok: false } } });
    expect(layout.status).toBe(200);
  });
});

describe("leaving", () => {
  it("needs the box ticked [A147.2]", async () => {
    const { visitor, member } = await memberVisits();
    const response = await visitor.post(terminateAction, "/my-page/terminate", {});
    expect(response.status).toBe(400);
    expect(errorsOf(response)).toEqual({ confirm: ["my-page:terminate.confirmMissing"] });
    expect(await callsOf(member)).not.toHaveProperty("DELETE /api/users/me");
  });

  it("clears the session, everywhere, with a message [A147.3 A305.1]", async () => {
    const { visitor, member } = await memberVisits();
    const elsewhere = new Visitor();
    await signIn(elsewhere, member);
    const response = await visitor.post(terminateAction, "/my-page/terminate", { confirm: "on" });
    expect(response).toMatchObject({ status: 303, location: "/" });
    expect((await visitor.session()).user).toBeUndefined();
    expect(await visitor.messages()).toMatchObject([{ kind: "done", key: "my-page:terminate.done" }]);
    expect((await elsewhere.get(layoutLoader, "/my-page")).location).toContain("/sign-in");
  });

  it("stays a member when the API fails", async () => {
    const { visitor, member } = await memberVisits();
    await faults({ method: "DELETE", path: "/api/users/me", member: member.id, mode: "close" });
    const response = await visitor.post(terminateAction, "/my-page/terminate", { confirm: "on" });
    expect(response.status).toBe(503);
    expect((await visitor.session()).user?.id).toBe(member.id);
  });
});

describe("the download of a member's data", () => {
  it("is whole", async () => {
    const { visitor, member } = await memberVisits({
      history: 70,
      orders: 3,
      inquiries: [{ subject: "島" }],
    });
    const { data, headers } = await visitor.get(dataLoader, "/my-page/data.json");
    expect(headers.get("Content-Disposition")).toMatch(/^attachment; filename="soria-my-data-[\d-]+\.json"$/);
    expect(data).toMatchObject({ profile: { email: member.email }, missing: [] });
    expect([data.history.length, data.orders.length, data.inquiries.length]).toEqual([70, 3, 1]);
    expect(data.inquiries[0].messages).not.toHaveLength(0);
  });

  const wrongCounts = [
    {
      path: "/api/users/me/history",
      set: { "data.page_count": Number.MAX_SAFE_INTEGER, "data.stats.total": Number.MAX_SAFE_INTEGER },
    },
    { path: "/order-service/v1/users/orders", set: { "data.pagination.totalPage": Number.MAX_SAFE_INTEGER } },
    {
      path: "/api/support/inquiries",
      exact: true,
      set: { "data.pagination.pageCount": Number.MAX_SAFE_INTEGER },
    },
  ];

  it("ends, and is whole, when the API counts more pages than there are", async () => {
    const made = { history: 70, orders: 3, inquiries: [{ subject: "島" }] };
    const { visitor, member } = await memberVisits(made);
    await faults(...wrongCounts.map((fault) => ({ ...fault, member: member.id })));
    const { data } = await visitor.get(dataLoader, "/my-page/data.json");
    expect(data).toMatchObject({ missing: [] });
    expect([data.history.length, data.orders.length, data.inquiries.length]).toEqual([70, 3, 1]);
    const csv = await visitor.get(csvLoader, "/my-page/history.csv?from=2020-01-01");
    expect(String(csv.data).trimEnd().split("\r\n").length).toBeGreaterThan(1);
    const number = "ORDER-20260101-000000-1";
    const order = await visitor.get(orderLoader, `/my-page/ecommerce-history/${number}`, {
      orderNumber: number,
    });
    expect(order.status).toBe(404);
  });

  it("says so when there are more rows than it holds", async () => {
    const { visitor } = await memberVisits();
    let id = 0;
    server.use(
      http.get("http://api.test/api/users/me/history", () => {
        const items = Array.from({ length: 50 }, () => ({
          id: (id += 1),
          created_at: "2026-01-01T00:00:00Z",
          ...{ currency_type: "soria", type: "REWARD", change_amount: 1, net_amount: 1 },
        }));
        const total = 1_000_000;
        return HttpResponse.json({
          result: 1,
          message: "",
          data: { page: 1, page_count: total / 50, stats: { total }, items },
        });
      }),
    );
    const csv = String((await visitor.get(csvLoader, "/my-page/history.csv?from=2020-01-01")).data);
    const lines = csv.trimEnd().split("\r\n");
    expect(lines).toHaveLength(10_002);
    expect(lines.at(-1)).toContain("はじめの10,000行");
  });

  it("says what is missing", async () => {
    const { visitor, member } = await memberVisits({ history: 12, orders: 3 });
    await faults({ path: "/order-service", member: member.id, status: 500 });
    const { data } = await visitor.get(dataLoader, "/my-page/data.json");
    expect(data).toMatchObject({ orders: [], missing: ["orders"] });
    expect(data.history).toHaveLength(12);
  });
});
