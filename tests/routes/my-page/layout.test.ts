import { formatCount } from "~/domain/money";
import { describe, expect, it } from "vitest";
import { loader as layoutLoader } from "~/routes/my-page/layout/route";
import { loader as profileLoader } from "~/routes/my-page/profile/route";
import { expectPurchases } from "#server/purchases/outcomes.server";
import type { SessionData } from "#server/session/session.server";
import { memberVisits, sessionOf } from "./support";
import { callCounts, faults } from "../../mocks/server";

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

describe("the orders of the island", () => {
  it("are counted once a minute, anew while a purchase is under way, and after it", async () => {
    const { visitor, member } = await memberVisits({ orders: 2 });
    const edit = async (change: (draft: SessionData) => void) => (await sessionOf(visitor)).update(change);
    const callsAfter = async (visits: number) => {
      for (let n = 0; n < visits; n += 1)
        expect((await visitor.get(layoutLoader, "/my-page")).data).toMatchObject({ island: { orders: 2 } });
      return (await callCounts(member.id))["GET /order-service/v1/users/orders"];
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
