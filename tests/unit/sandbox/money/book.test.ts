/** Money, section 6: the list of purchases is the authoritative record. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { bookData } from "#server/wire/store";
import { ApiBuyer, LASTING_TOKENS } from "./buyer";
import { withSandbox } from "../support";

const DAY_MS = 86_400_000;

const sandbox = withSandbox({ settings: LASTING_TOKENS });
let buyer: ApiBuyer;

beforeEach(async () => {
  buyer = await ApiBuyer.come(sandbox);
});

const isoNow = () => new Date(sandbox.clock.now).toISOString();

describe("the book of record", () => {
  it("money M6.1: has every field of each kind, oldest change first", async () => {
    const key = ApiBuyer.key();
    const balance = (await buyer.buy("SORIA", { key, more: { quantity: 2 } })).data;
    sandbox.clock.pass(1000);
    const card = (await buyer.buy("USD")).data;
    sandbox.clock.pass(1000);
    const { orderId } = (await buyer.order()).data;
    const ordered = await buyer.pays("USD", { more: { orderId } });
    const response = await buyer.bookCall();
    expect(bookData.safeParse(response.data).error).toBeUndefined();
    expect(response.data).toMatchObject({
      nextCursor: null,
      asOf: isoNow(),
      items: [
        {
          transactionId: balance.transactionId,
          kind: "BALANCE",
          idempotencyKey: key,
          externalTransactionId: null,
          orderId: null,
          objectId: buyer.item("SORIA").id,
          objectName: buyer.item("SORIA").name,
          quantity: 2,
          amountTaken: balance.amount,
          status: "CAPTURED",
        },
        {
          transactionId: card.transactionId,
          kind: "CARD",
          idempotencyKey: null,
          externalTransactionId: buyer.intentOf(card),
          capturedAt: null,
          amountTaken: 0,
          status: "CREATED",
        },
        { transactionId: ordered.transactionId, kind: "ORDER", orderId, status: "CAPTURED" },
      ],
    });
  });

  it("money M6.1: narrows to a key, and to changes since a time of 400 days at most", async () => {
    const key = ApiBuyer.key();
    const { data } = await buyer.buy("SORIA", { key });
    await buyer.buy("SORIA");
    expect((await buyer.book({ key })).items.map(({ transactionId }) => transactionId)).toEqual([
      data.transactionId,
    ]);
    sandbox.clock.pass(1);
    expect((await buyer.book({ since: isoNow() })).items).toEqual([]);
    const since = new Date(sandbox.clock.now - 500 * DAY_MS).toISOString();
    sandbox.clock.pass(400 * DAY_MS - 1);
    expect((await buyer.book({ since })).items).toHaveLength(2);
    sandbox.clock.pass(1);
    expect((await buyer.book({ since })).items).toEqual([]);
  });

  it("money M6.1: is read to its end by the cursor, also while rows move on", async () => {
    const cards = [];
    for (let i = 0; i < 5; i += 1) {
      cards.push((await buyer.buy("USD")).data);
      sandbox.clock.pass(1);
    }
    const first = await buyer.book({ size: "2" });
    await buyer.cancel(cards[0] ?? { transactionId: "" });
    const seen = [...first.items];
    for (let { nextCursor } = first; nextCursor;) {
      const page = await buyer.book({ size: "2", cursor: nextCursor });
      seen.push(...page.items);
      nextCursor = page.nextCursor;
    }
    expect(new Set(seen.map(({ transactionId }) => transactionId)).size).toBe(5);
    expect(seen.at(-1)).toMatchObject({ transactionId: cards[0]?.transactionId, status: "CANCELED" });
  });

  it.each<Record<string, string>>([{ since: "yesterday" }, { size: "0" }, { size: "101" }, { cursor: "x" }])(
    "money M6.1: refuses %j",
    async (query) => {
      expect(await buyer.bookCall(query)).toMatchObject({ status: 400, result: 0 });
    },
  );

  it("money M6.2, M6.3: sees a purchase that answered before, and none that is under way without it", async () => {
    const reads = Array.from({ length: 20 }, async (_, i) => {
      const { data } = await buyer.buy("SORIA", { more: { quantity: 1 + (i % 2) } });
      expect(await buyer.row(data)).toBeDefined();
    });
    await Promise.all(reads);
    expect((await buyer.book()).items).toHaveLength(20);
  });

  it("money M6.5: does no work that has run for more than 15 seconds, and says so with 503", async () => {
    const locks = vi.spyOn(sandbox.services, "lock");
    let release = () => {};
    const held = sandbox.services.lock(
      `member ${buyer.id}`,
      () => new Promise<void>((resolve) => (release = resolve)),
    );
    const key = ApiBuyer.key();
    const buying = buyer.buy("SORIA", { key });
    const waiters = () => locks.mock.calls.filter(([name]) => name === `member ${buyer.id}`);
    await vi.waitFor(() => expect(waiters()).toHaveLength(2), { timeout: 20_000 });
    locks.mockRestore();
    sandbox.clock.pass(15_001);
    release();
    await held;
    const late = await buying;
    expect(late.status).toBe(503);
    expect(late.headers.get("retry-after")).toBe("1");
    expect((await buyer.book({ key })).items).toEqual([]);
    expect((await buyer.balances()).soria).toBe(100_000);
    expect((await buyer.buy("SORIA", { key })).result).toBe(1);
  });

  it("is a member's own", async () => {
    await buyer.buy("SORIA");
    expect((await (await ApiBuyer.come(sandbox)).book()).items).toEqual([]);
  });
});
