/** Money, section 2: the semantics of an Idempotency-Key. */
import { beforeEach, describe, expect, it } from "vitest";
import { ApiBuyer } from "./buyer";
import { withSandbox } from "../support";

const DAY_MS = 86_400_000;

const sandbox = withSandbox();
let buyer: ApiBuyer;
let key: string;

beforeEach(async () => {
  buyer = await ApiBuyer.come(sandbox);
  key = ApiBuyer.key();
});

const bought = async () => (await buyer.book()).items.length;

describe("form and scope", () => {
  it.each(["too-short", "x".repeat(81), "with a blank in it", "日本語のキーですから長い", ""])(
    "money M2.1: refuses the key %j with 10103 and does nothing",
    async (malformed) => {
      // HTTP headers allow only Latin-1, so the API receives other characters in their place.
      const sent = malformed.replace(/[^\x20-\xff]/g, "é");
      expect(await buyer.buy("SORIA", { key: sent })).toMatchObject({ status: 400, result: 10103 });
      expect(await bought()).toBe(0);
    },
  );

  it("money M2.2: takes one key on purchase, capture, create and confirm as four entries", async () => {
    const made = await buyer.order({ key });
    const { data } = await buyer.buy("USD", { key, more: { orderId: made.data.orderId } });
    await buyer.charge(data);
    expect((await buyer.capture(data, { key })).result).toBe(1);
    expect((await buyer.confirm(made.data.orderId, { key })).ok).toBe(true);
    const { n } = (await sandbox.services.db.one<{ n: number }>(
      "SELECT COUNT(*) AS n FROM sent_keys WHERE key = ?",
      [key],
    )) ?? { n: 0 };
    expect(n).toBe(4);
  });

  it("money M2.2: tells one member nothing of another's key", async () => {
    const [first, other] = [await buyer.buy("SORIA", { key }), await ApiBuyer.come(sandbox)];
    const second = await other.buy("SORIA", { key });
    expect(second.data.transactionId).not.toBe(first.data.transactionId);
    expect(second.headers.get("idempotency-replayed")).toBeNull();
  });
});

describe("replay", () => {
  it("money M2.3: answers an order again byte by byte", async () => {
    const [first, second] = [await buyer.order({ key }), await buyer.order({ key })];
    expect(JSON.stringify(second.data)).toBe(JSON.stringify(first.data));
    expect(second.headers.get("idempotency-replayed")).toBe("true");
  });

  it("money M2.3: gives a purchase's first answer after it has moved on", async () => {
    const { data } = await buyer.buy("USD", { key });
    await buyer.charge(data);
    await buyer.capture(data, { key });
    expect((await buyer.buy("USD", { key })).data).toEqual(data);
    expect(await buyer.row(data)).toMatchObject({ status: "CAPTURED" });
  });

  it("money M2.4: replays a success though the balance is too small and the price another by now", async () => {
    const first = await buyer.buy("SORIA", { key });
    await sandbox.services.db.run("UPDATE members SET soria = 0 WHERE id = ?", [buyer.id]);
    await buyer.price("SORIA", { amount: 500_000 });
    const again = await buyer.buy("SORIA", { key });
    await buyer.price("SORIA", {});
    expect(again).toMatchObject({ result: 1, data: first.data });
  });

  it("plays an API that keeps refusals, too (replays: all)", async () => {
    sandbox.services.settings.replays = "all";
    await sandbox.services.db.run("UPDATE members SET soria = 0 WHERE id = ?", [buyer.id]);
    const refused = await buyer.buy("SORIA", { key });
    await sandbox.services.db.run("UPDATE members SET soria = 100000 WHERE id = ?", [buyer.id]);
    const again = await buyer.buy("SORIA", { key });
    expect(again).toMatchObject({ result: 8005, status: refused.status, data: refused.data });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
  });
});

describe("at the same time", () => {
  it("money M2.6: carries one out, and the others wait for it", async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => buyer.buy("SORIA", { key })));
    expect(new Set(responses.map(({ data }) => data.transactionId)).size).toBe(1);
    expect(responses.filter(({ headers }) => headers.get("idempotency-replayed") === null)).toHaveLength(1);
    expect(await bought()).toBe(1);
  });

  it("money M2.6: answers 409 with 10102 and Retry-After when the wait is too long, and never does it later", async () => {
    sandbox.services.settings.sameKeyWaitMs = 5;
    let release = () => {};
    const held = sandbox.services.lock(
      `member ${buyer.id}`,
      () => new Promise<void>((resolve) => (release = resolve)),
    );
    // This purchase will be rejected, so no result is stored that could be replayed.
    const first = buyer.buy("SORIA", { key, more: { quantity: 10_000 } });
    const second = await buyer.buy("SORIA", { key });
    expect(second).toMatchObject({ status: 409, result: 10102, message: "IN_PROGRESS" });
    expect(second.headers.get("retry-after")).toBe("1");
    release();
    await held;
    expect((await first).result).toBe(8005);
    await sandbox.services.lock(`member ${buyer.id}`, async () => {});
    expect(await bought()).toBe(0);
    expect((await buyer.buy("SORIA", { key })).result).toBe(1);
  });
});

describe("the record of keys", () => {
  it("money M2.7: is written in the transaction of the debit: both or neither", async () => {
    const db = sandbox.services.db;
    const refuse = `CREATE TRIGGER refuse_keys BEFORE INSERT ON sent_keys BEGIN SELECT RAISE(ABORT, 'the process died'); END`;
    await db.run(refuse);
    await expect(buyer.buy("SORIA", { key })).rejects.toThrow("the process died");
    await expect(buyer.order({ key })).rejects.toThrow("the process died");
    await db.run("DROP TRIGGER refuse_keys");
    expect(await bought()).toBe(0);
    expect((await buyer.balances()).soria).toBe(100_000);
    expect(await db.all("SELECT id FROM orders WHERE member_id = ?", [buyer.id])).toEqual([]);
  });

  it("money M2.8: answers 410 with 10104 after 90 days, and makes no new purchase", async () => {
    const body = { transactionMethod: "SORIA", objectId: buyer.item("SORIA").id, quantity: 1 };
    const again = async () => {
      const { accessToken: token } = (await sandbox.signIn(buyer.email)).data;
      return sandbox.call("/store/products/purchase", { token, body, key });
    };
    await buyer.buy("SORIA", { key });
    sandbox.clock.pass(90 * DAY_MS);
    expect((await again()).result).toBe(1);
    sandbox.clock.pass(1);
    expect(await again()).toMatchObject({ status: 410, result: 10104 });
    const sold = "SELECT id FROM transactions WHERE member_id = ?";
    expect(await sandbox.services.db.all(sold, [buyer.id])).toHaveLength(1);
  });

  it("money M2.12: says its epoch on every answer of the five calls, and another one after it was lost", async () => {
    const { data, headers } = await buyer.buy("USD", { key });
    const epoch = headers.get("idempotency-epoch");
    expect(epoch).toMatch(/^[0-9a-f]{16}$/);
    const responses = [
      await buyer.capture(data),
      await buyer.cancel(data),
      await buyer.order(),
      await buyer.confirm(999_999),
      await buyer.buy("SORIA", { key: "malformed" }),
    ];
    expect(responses.map(({ headers: each }) => each.get("idempotency-epoch"))).toEqual(
      Array.from({ length: 5 }, () => epoch),
    );
    expect((await buyer.bookCall()).headers.get("idempotency-epoch")).toBeNull();

    const lost = await sandbox.fetch(new Request("http://api.test/__keys", { method: "DELETE" }));
    expect(lost.status).toBe(200);
    const after = await buyer.buy("USD", { key });
    expect(after.headers.get("idempotency-epoch")).not.toBe(epoch);
    expect(after.data.transactionId).not.toBe(data.transactionId);
  });

  it("is ignored when the sandbox plays an older API", async () => {
    sandbox.services.settings.honoursKeys = false;
    const responses = [await buyer.buy("SORIA", { key }), await buyer.buy("SORIA", { key })];
    expect(responses.map(({ headers }) => headers.get("idempotency-epoch"))).toEqual([null, null]);
    expect(await bought()).toBe(2);
  });
});
