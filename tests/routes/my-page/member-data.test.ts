import { describe, expect, it } from "vitest";
import { loader as dataLoader } from "~/routes/my-page/data/route";
import { loader as csvLoader } from "~/routes/my-page/history-csv/route";
import { loader as orderLoader } from "~/routes/my-page/order/route";
import { http, HttpResponse } from "msw";
import { faults, server } from "../../mocks/server";
import { memberVisits } from "./support";

describe("the download of a member's data", () => {
  it("is whole, with the account's type [A007.2]", async () => {
    const { visitor, member } = await memberVisits({
      history: 70,
      orders: 3,
      inquiries: [{ subject: "島" }],
    });
    const { data, headers } = await visitor.get(dataLoader, "/my-page/data.json");
    expect(headers.get("Content-Disposition")).toMatch(/^attachment; filename="soria-my-data-[\d-]+\.json"$/);
    expect(data).toMatchObject({ profile: { type: "EMAIL", email: member.email }, missing: [] });
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
