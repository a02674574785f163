import { describe, expect, it, test } from "vitest";
import { loader as dataLoader } from "~/routes/my-page/data/route";
import { loader as ordersLoader } from "~/routes/my-page/ecommerce-history/route";
import { loader as csvLoader } from "~/routes/my-page/history-csv/route";
import { loader as historyLoader } from "~/routes/my-page/history/route";
import { loader as inquiryLoader } from "~/routes/support/inquiry/route";
import { translator } from "~/i18n/i18n.server";
import { callCounts, faults } from "../../mocks/server";
import { deferred, memberVisits } from "./support";

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
    const calls = async () => (await callCounts(member.id))["GET /api/users/me/history"] ?? 0;
    const request = new Request(`http://localhost:3000${path}`, { headers: visitor.headers() });
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
    const request = new Request(`http://localhost:3000${path}`, { headers: visitor.headers() });
    const response = await csvLoader({ request, params: {}, context: {} });
    await faults(fault);
    await expect(response.text()).rejects.toBeDefined();
  });
});
