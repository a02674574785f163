/** Responses at which the kit once ended with a stack trace. Each is a finding now, and the run goes on. */
import { afterAll, beforeAll, expect, it, describe } from "vitest";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readContract } from "../../../conform/contract";
import { jsonOf } from "../../../conform/report/json";
import { tableOf } from "../../../conform/report/table";
import { exitCodeOf, type Report } from "../../../conform/runner";
import { ConformSandbox, type Proxy } from "./sandbox";

let of: ConformSandbox;
beforeAll(async () => {
  of = await ConformSandbox.open();
});
afterAll(() => of.close());

type Body = { data: Record<string, unknown> };

/** Returns a proxy that changes the successes at a path. */
const changing =
  (path: string, change: (body: never) => unknown): Proxy =>
  async (request, next) => {
    const response = await next(request);
    if (new URL(request.url).pathname !== path) return response;
    const body = (await response.clone().json()) as { result: number; message?: string };
    if (body.result !== 1 && body.message !== "SUCCESS" && !Array.isArray(body)) return response;
    const text = change(body as never);
    const init = { status: response.status, headers: { Date: response.headers.get("date") ?? "" } };
    return typeof text === "string" ? new Response(text, init) : Response.json(text, init);
  };
const inData = (path: string, fields: Record<string, unknown>) =>
  changing(path, (body: Body) => ({ ...body, data: { ...body.data, ...fields } }));
const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

const cases: [string, string, Proxy, number[]][] = [
  ["a title that is a number", "news.list", inData("/api/news", { items: [{ id: 1, title: 7 }] }), [1]],
  ["items that are no list", "news.list", inData("/api/news", { items: 7 }), [1]],
  ["data that is null", "news.list", changing("/api/news", (body: Body) => ({ ...body, data: null })), [1]],
  ["rows that are null", "news.list", inData("/api/news", { items: [null, null] }), [1]],
  [
    "a token that is null",
    "users.me",
    inData("/api/auth/sign-in", { accessToken: null, refreshToken: null }),
    [1, 2],
  ],
  ["200,000 nested lists", "news.list", changing("/api/news", () => nested(200_000)), [1]],
  ["200,000 values in one list", "news.list", inData("/api/news", { items: Array(200_000).fill(0) }), [1]],
  ["a mailbox of HTML", "auth.verifyCode", changing("/mailbox.json", () => "<!doctype html>"), [0, 1]],
  ["a mailbox of null", "auth.verifyCode", changing("/mailbox.json", () => [null]), [0, 1]],
  [
    "a purchase without data",
    "money",
    changing("/api/store/products/purchase", (body: Body) => ({ ...body, data: null })),
    [1, 2],
  ],
  [
    "a purchase's id that is a list",
    "money",
    inData("/api/store/products/purchase", { transactionId: [] }),
    [1, 2],
  ],
  ["a list of purchases without rows", "money", inData("/api/users/me/purchases", { items: null }), [1]],
  ["a list of purchases of nulls", "money", inData("/api/users/me/purchases", { items: [null] }), [1]],
  [
    "orders that are no list",
    "orders.list",
    changing("/order-service/v1/users/orders", () => ({ message: "SUCCESS", data: { content: 7 } })),
    [1],
  ],
  [
    "history rows without fields",
    "users.history",
    inData("/api/users/me/history", { items: [{}, 7, "x"] }),
    [1],
  ],
];

/** Sessions of both members that the API still has. */
const sessions = async () => {
  const rows = await of.sandbox.services.db.all("SELECT 1 FROM sessions WHERE member_id IN (?, ?)", [
    of.member.id,
    of.other.id,
  ]);
  return rows.length;
};

const reportOf = async (rule: string, proxy: Proxy): Promise<Report> => {
  const report = await of.run(of.options({ rules: [rule] }), proxy);
  expect(JSON.parse(jsonOf(report))).toMatchObject({ exitCode: exitCodeOf(report) });
  expect(tableOf(report)).toContain("TOTAL");
  return report;
};

describe("the kit", () => {
  it.each(cases)("reports %s, and goes on", async (_, rule, proxy, codes) => {
    const report = await reportOf(rule, proxy);
    expect(codes).toContain(exitCodeOf(report));
    if (!codes.includes(0)) expect(report.findings.has("fail") || report.ended !== undefined).toBe(true);
  });

  it("goes on with the next step, and signs its sessions out", async () => {
    const before = await sessions();
    const proxy = inData("/api/news", { items: [{ id: 1, title: 7 }] });
    const report = await of.run(of.options({ destructive: false, buy: [] }), proxy);
    expect(report.ended).toBeUndefined();
    expect(report.findings.tried).toContain("users.history pages");
    expect(report.findings.tried).toContain("auth.signOut tokens");
    expect(await sessions()).toBe(before);
  });

  it("signs its sessions out when it is stopped", async () => {
    const before = await sessions();
    let calls = 0;
    const report = await of.run(of.options({ rules: ["users.history"] }), (request, next) => {
      if (new URL(request.url).pathname === "/api/users/me/history" && (calls += 1) > 3)
        return Promise.reject(new TypeError("fetch failed"));
      return next(request);
    });
    expect(exitCodeOf(report)).toBe(2);
    expect(await sessions()).toBe(before);
  });

  it.each([
    ["/api/news", "page", -5, "news.list data.page"],
    ["/api/news", "page", 0, "news.list data.page"],
    ["/api/news", "page_count", -1, "news.list data.page_count"],
    ["/api/users/me", "id", -5, "users.me data.id"],
  ])("finds a negative number: %s %s %d", async (path, name, value, rule) => {
    const report = await reportOf(rule.split(" ")[0] ?? "", inData(path, { [name]: value }));
    expect(
      report.findings
        .list()
        .filter(({ kind }) => kind === "fail")
        .map((one) => one.rule),
    ).toContain(rule);
  });

  it("cites only documents that are in the repository", async () => {
    const whole = await of.run(of.options(), inData("/api/news", { items: [{ id: -1, title: 7 }] }));
    const sources = whole.findings.list().map(({ source }) => source);
    const all = [...sources, ...readContract().calls.flatMap(({ spec }) => spec)];
    const missing = all.filter((source) => {
      const [, name = ""] = /^([\w./-]+?\.(?:md|json))/.exec(source) ?? [];
      return !["docs", "docs/contract", "docs/specification"].some(
        (folder) => existsSync(join(import.meta.dirname, "../../..", folder, name)) && name !== "",
      );
    });
    expect([...new Set(missing)]).toEqual([]);
  });
});
