import { describe, expect, it } from "vitest";
import type { HistoryData, ProfileData } from "#server/wire/users";
import type { InquiryListData } from "#server/wire/support";
import type { OrderListData } from "#server/wire/orders";
import { createTestSandbox } from "../../mocks/sandbox";
import { withSandbox } from "./support";

const sandbox = withSandbox();
/** 20 November 2026, 12:00 in Japan */
const NOON = Date.UTC(2026, 10, 20, 3);

const history = async (token: string, query: string) =>
  (await sandbox.call<HistoryData>(`/users/me/history?${query}`, { token })).data;

/** Expects each balance to follow from the previous one, from zero to the final balance. */
function addsUp(items: HistoryData["items"], currency: string, final: number): void {
  let net = 0;
  for (const item of items.filter((one) => one.currency_type === currency).reverse()) {
    expect(item.change_amount).toBeGreaterThan(0);
    net += item.type === "REDEEM" ? -item.change_amount : item.change_amount;
    expect(item.net_amount).toBe(net);
    expect(net).toBeGreaterThanOrEqual(0);
  }
  expect(net).toBe(final);
}

describe("the seeded accounts", () => {
  it("member@ has what docs/decisions/0011 says", async () => {
    const token = (await sandbox.signIn("member@soria.test")).data.accessToken;
    const me = (await sandbox.call<ProfileData>("/users/me", { token })).data;
    expect(me).toMatchObject({ type: "EMAIL", pointAmount: 1234, soriaAmount: 56_780, soriaPlusAmount: 910 });
    const items = await sandbox.history(token);
    expect(items).toHaveLength(123);
    addsUp(items, "soria", 56_780);
    addsUp(items, "soria-plus", 910);
    addsUp(items, "point", 1234);
    expect(new Set(items.map(({ currency_type, type }) => `${currency_type} ${type}`))).toEqual(
      new Set([
        "soria RECHARGE",
        "soria REDEEM",
        "soria-plus REWARD",
        "soria-plus REDEEM",
        "point REWARD",
        "point REDEEM",
      ]),
    );
    const oldest = Date.parse(items.at(-1)?.created_at ?? "");
    expect(NOON - oldest).toBeLessThan(90 * 86_400_000);

    const orders = (await sandbox.orders<OrderListData>("/v1/users/orders?size=50", { token })).data;
    expect(orders.pagination).toEqual({ currentPage: 1, totalPage: 1, totalItem: 23 });
    expect(orders.content.some(({ orderItems }) => orderItems.length > 1)).toBe(true);
    for (const { orderNumber } of orders.content) expect(orderNumber).toMatch(/^ORDER-\d{8}-\d{6}-\d+$/);

    const inquiries = (await sandbox.call<InquiryListData>("/support/inquiries?size=50", { token })).data;
    expect(new Set(inquiries.content.map(({ status }) => status))).toEqual(
      new Set(["OPEN", "IN_PROGRESS", "RESOLVED", "CLOSED"]),
    );
  });

  it("new@ has nothing, leaving@ has 12 days left, locked@ is locked", async () => {
    const token = (await sandbox.signIn("new@soria.test")).data.accessToken;
    expect(await sandbox.history(token)).toEqual([]);
    expect((await sandbox.orders<OrderListData>("/v1/users/orders", { token })).data.content).toEqual([]);
    expect(await sandbox.signIn("leaving@soria.test")).toMatchObject({
      data: {
        deletionCancelled: true,
        deletionDate: new Date(NOON + 12 * 86_400_000).toISOString(),
      },
    });
    expect((await sandbox.signIn("locked@soria.test")).result).toBe(1117);
  });

  it("are the same for the same seed, and others for another", async () => {
    const read = async (seed: number) => {
      const other = await createTestSandbox({ start: NOON, seed });
      const token = (await other.signIn("member@soria.test")).data.accessToken;
      const items = await other.history(token);
      await other.close();
      return items;
    };
    expect(await read(7)).toEqual(await read(7));
    expect(await read(7)).not.toEqual(await read(8));
  });

  it("come back with a reset", async () => {
    const other = await createTestSandbox({ start: NOON });
    const { data } = await other.signIn("leaving@soria.test");
    await other.reset();
    expect((await other.call("/users/me", { token: data.accessToken })).status).toBe(401);
    expect((await other.signIn("leaving@soria.test")).data.deletionCancelled).toBe(true);
    await other.close();
  });
});

describe("history", () => {
  it.each([0, 1, 2, 3, 10, 400])("adds up with %i lines", async (count) => {
    const balances = { soria: 5000, soriaPlus: 40, point: 7 };
    const { token } = await sandbox.signedIn({ history: count, balances });
    const items = await sandbox.history(token);
    expect(items).toHaveLength(count);
    if (count >= 3) {
      addsUp(items, "soria", 5000);
      addsUp(items, "soria-plus", 40);
      addsUp(items, "point", 7);
    }
    const soria = (await history(token, "currencyType=soria&size=50")).items;
    expect([...soria].sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))).toEqual(soria);
  });

  it("filters by currency, type and days of Japan", async () => {
    const { token, member } = await sandbox.signedIn({ balances: { soria: 0 } });
    const at = (iso: string, currency: string, type: string) =>
      sandbox.services.db.run(
        `INSERT INTO history (member_id, created_at, currency, type, change_amount, net_amount, note)
          VALUES (?, ?, ?, ?, 1, 1, '{}')`,
        [member.id, Date.parse(iso), currency, type],
      );
    await at("2026-11-17T23:59:59.999+09:00", "soria", "RECHARGE");
    await at("2026-11-18T00:00:00.000+09:00", "soria", "REDEEM");
    await at("2026-11-19T23:59:59.999+09:00", "point", "REWARD");
    await at("2026-11-20T00:00:00.000+09:00", "soria", "RECHARGE");
    const total = async (query: string) => (await history(token, query)).stats.total;
    const soria = "currencyType=soria";
    expect(await total(`${soria}&from=2026-11-18&to=2026-11-19`)).toBe(1);
    expect(await total(`${soria}&from=2026-11-18`)).toBe(2);
    expect(await total(`${soria}&to=2026-11-17`)).toBe(1);
    expect(await total(soria)).toBe(3);
    expect(await total("currencyType=point")).toBe(1);
    expect(await total(`${soria}&transactionType=RECHARGE&from=2026-11-20&to=2026-11-20`)).toBe(1);
  });

  it.each(["currencyType=soria&from=2026-02-30", "currencyType=soria&from=2026-11-20&to=2026-11-19"])(
    "refuses ?%s with 400",
    async (query) => {
      const { token } = await sandbox.signedIn();
      expect(await sandbox.call(`/users/me/history?${query}`, { token })).toMatchObject({
        status: 400,
        result: 0,
      });
    },
  );
});

describe("profile", () => {
  it("changes names, and refuses wrong ones", async () => {
    const { token } = await sandbox.signedIn();
    const patch = (body: object) => sandbox.call("/users/me", { method: "PATCH", token, body });
    expect(await patch({ firstName: " 花 ", lastName: "O’Neil" })).toMatchObject({
      result: 1,
      data: { firstName: "花", lastName: "O’Neil" },
    });
    expect(await patch({ firstName: "<b>", lastName: "x" })).toMatchObject({ status: 400, result: 1116 });
    expect(await patch({ firstName: "x" })).toMatchObject({ status: 400, result: 0 });
  });

  it("changes the password, and ends the other sessions only", async () => {
    const { token, member } = await sandbox.signedIn();
    const other = (await sandbox.signIn(member.email)).data;
    const patch = (body: object) => sandbox.call("/users/me/password", { method: "PATCH", token, body });
    const wrong = await patch({ oldPassword: "no", newPassword: "Better-1!" });
    expect(wrong.result).toBe(1115);
    expect((await patch({ oldPassword: member.password, newPassword: "weak" })).result).toBe(0);
    expect((await patch({ oldPassword: member.password, newPassword: "Better-1!" })).result).toBe(1);
    expect((await sandbox.call("/users/me", { token })).status).toBe(200);
    expect((await sandbox.call("/users/me", { token: other.accessToken })).status).toBe(401);
    expect((await sandbox.call("/auth/refresh/session", { token: other.refreshToken })).status).toBe(401);
    expect((await sandbox.signIn(member.email, "Better-1!")).result).toBe(1);
  });
});
