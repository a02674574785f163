import { describe, expect, it, test } from "vitest";
import { loader as ordersLoader } from "~/routes/my-page/ecommerce-history/route";
import { loader as layoutLoader } from "~/routes/my-page/layout/route";
import { loader as orderLoader } from "~/routes/my-page/order/route";
import { loader as profileLoader } from "~/routes/my-page/profile/route";
import type { FaultRule } from "#server/sandbox/switches/faults";
import type { Visitor } from "../../kit/visitors/visitor";
import { token } from "../../unit/session/support";
import { deferred, memberVisits, sessionOf } from "./support";
import { callCounts, faults } from "../../mocks/server";

describe("the orders", () => {
  async function withOrderToken(visitor: Visitor, ecAccessToken: string): Promise<void> {
    const session = await sessionOf(visitor);
    await session.update((draft) => {
      if (draft.tokens) draft.tokens.ecAccessToken = ecAccessToken;
    });
  }
  const list = "GET /order-service/v1/users/orders";

  it("come by page", async () => {
    const { visitor } = await memberVisits({ orders: 12 });
    const second = await deferred(ordersLoader, visitor, "/my-page/ecommerce-history?page=2");
    expect(second.data).toMatchObject({
      orders: { value: { pagination: { currentPage: 2, totalItem: 12 } } },
    });
    const { orders } = second.data as { orders: { value: { content: { orderNumber: string }[] } } };
    expect(orders.value.content).toHaveLength(2);

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
      expect(await callCounts(member.id)).not.toHaveProperty(list);
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
