/** When an outcome counts as told, and what the browser learns of one that has changed. */
import { describe, expect, it, vi } from "vitest";
import { changeLedger, notePageSeen, readLedger, tellNow } from "#server/purchases/ledger.server";
import { carryPurchases, flashEnded, purchasesOfPage, summaryOf } from "#server/purchases/outcomes.server";
import type { Purchase } from "#server/purchases/purchase.server";
import { KEY, NOW, iso, kite, newBuyer, withClockAt } from "./support";

withClockAt(NOW);

/** A member with one purchase, whose list was read a moment ago. */
async function memberWith(change: Partial<Purchase>) {
  const { session, owner } = await newBuyer(kite(NOW, change));
  await changeLedger(owner, (draft) => void (draft.bookReadAt = NOW));
  const sending: (() => Promise<unknown>)[] = [];
  const flash = vi.fn();
  Object.assign(session, { onSend: (work: () => Promise<unknown>) => sending.push(work), flash });
  const ledger = () => readLedger(owner);
  const purchase = async () => (await ledger()).purchases[0] as Purchase;
  return { session, owner, sending, flash, ledger, purchase };
}

describe("an outcome", () => {
  const told = [{ key: KEY, what: "captured" }];

  it("is told by the response that was sent, once", async () => {
    const { session, sending } = await memberWith({ state: "captured", isUntold: true });
    expect((await carryPurchases(session)).told).toEqual(told);
    expect((await purchasesOfPage(session)).told).toEqual(told);
    await sending[0]?.();
    expect((await carryPurchases(session)).told).toEqual([]);
    expect(sending).toHaveLength(1);
  });

  it("is told where the response of the request says it", async () => {
    const { session, owner } = await memberWith({ state: "captured", isUntold: true });
    await tellNow(owner, KEY);
    expect((await purchasesOfPage(session)).told).toEqual([]);
  });

  it("that is another one than the member was told is a correction", async () => {
    const { session, owner } = await memberWith({ state: "refused" });
    await changeLedger(owner, ({ purchases: [purchase] }) => {
      if (purchase)
        Object.assign(purchase, { state: "captured", news: { what: "captured", version: 2, at: NOW } });
    });
    expect((await purchasesOfPage(session)).outcomes).toMatchObject([
      { kind: "alert", key: "store:correction.captured" },
    ]);
  });

  it.each([
    ["what was given back", { refunded: 10_000 }, 10_000],
    ["all that was taken", {}, 30_000],
  ])("of a refund names %s", async (_, part, amount) => {
    const taken = { amount: 30_000, currency: "SORIA" as const, at: NOW, ...part };
    const { session } = await memberWith({ state: "refunded", isUntold: true, taken });
    expect((await purchasesOfPage(session)).outcomes).toMatchObject([
      { refunded: { amount, currency: "SORIA" } },
    ]);
  });

  it.each<[string, Partial<Purchase>, unknown[][]]>([
    ["bought", { state: "captured" }, [[{ kind: "info", key: "store:done.already" }]]],
    ["ended", { state: "refused" }, [[{ kind: "info", key: "store:done.ended" }]]],
    ["not told yet", { state: "captured", isUntold: true }, []],
  ])("is named to who sends its form again: %s", async (_, change, messages) => {
    const { session, flash, purchase } = await memberWith(change);
    await flashEnded(session, await purchase());
    expect(flash.mock.calls).toEqual(messages);
  });
});

describe("the page of a purchase", () => {
  it.each(["captured", "dropped"] as const)(
    "that is closed, as %s, is noted as seen, once",
    async (state) => {
      const { owner, ledger, purchase } = await memberWith({ state });
      await notePageSeen(owner, await purchase());
      expect((await purchase()).isPageSeen).toBe(true);
      const { version } = await ledger();
      await notePageSeen(owner, await purchase());
      expect((await ledger()).version).toBe(version);
    },
  );

  it("that is open, or opens meanwhile, is not", async () => {
    const { owner, ledger, purchase } = await memberWith({ state: "open" });
    const { version } = await ledger();
    await notePageSeen(owner, await purchase());
    expect((await ledger()).version).toBe(version);
    await notePageSeen(owner, { ...(await purchase()), state: "dropped" });
    expect(await purchase()).not.toHaveProperty("isPageSeen");
  });
});

it("the browser learns what the provider said, that money was released, and when an outcome changed", () => {
  const news = { what: "refunded", version: 2, at: NOW };
  const reading = { kind: "canceled" } as const;
  const changed = summaryOf(kite(NOW, { state: "refunded", isVoided: true, reading, news }));
  expect(changed).toMatchObject({ isVoided: true, reading, changedAt: iso(NOW) });
  const first = summaryOf(kite(NOW, { state: "captured", news: { ...news, version: 1 } }));
  for (const name of ["changedAt", "isVoided", "reading"]) expect(first).not.toHaveProperty(name);
});
