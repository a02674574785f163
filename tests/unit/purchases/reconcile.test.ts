/** How a page looks after a member's purchases: what it asks for, how long it waits, what a failure leaves. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { StoreUnavailable } from "#server/errors/store-unavailable";
import { log } from "#server/observe/log.server";
import { changeLedger, readPurchases } from "#server/purchases/ledger.server";
import type { Purchase } from "#server/purchases/purchase.server";
import { reconcile, reconcileOnce, settleDue, settleFor } from "#server/purchases/reconcile.server";
import { buyerOf, success, tokens, withFakeApi } from "./fake-api";
import { LIST, PROFILE, list, row } from "./responses";
import { MINUTE_MS, NOW, kite, newBuyer } from "./support";

const api = withFakeApi(NOW);

const profile = success({
  ...{ id: 7, type: "EMAIL", email: "a@example.com", firstName: "Sora", lastName: "Kumo" },
  ...{ pointAmount: 1, soriaAmount: 2, soriaPlusAmount: 3 },
});
const calls = () => api.sent.map(([call]) => call);
/** A purchase from the balance that is due. Each needs one read of the list if that has it. */
const lost = (n: number, change: Partial<Purchase> = {}) =>
  kite(NOW, { key: `key-of-a-purchase-${n}`, ...change });

/** A member with these purchases, whose list was read a moment ago. */
async function member(...purchases: Purchase[]) {
  const { session, owner } = await newBuyer(...purchases);
  await changeLedger(owner, (draft) => Object.assign(draft, { bookAt: NOW, bookReadAt: NOW }) && undefined);
  const setUser = vi.fn(async () => undefined);
  const states = async () => (await readPurchases(owner)).map(({ state }) => state);
  return { session: Object.assign(session, tokens, { setUser }), owner, setUser, states };
}
const never = () => new Promise<never>(() => undefined);

describe("a check of all purchases that are due", () => {
  it("settles five at most, and counts those that changed", async () => {
    const { owner, states } = await member(...[0, 1, 2, 3, 4, 5].map((n) => lost(n)));
    api.responses = [list([row(0)]), list([row(1)]), list([row(2)]), list([row(3)])];
    expect(await settleDue(buyerOf(owner))).toBe(4);
    expect(await states()).toEqual([...Array<string>(4).fill("captured"), "asked", "asked"]);
    expect(calls()).toEqual(Array<string>(5).fill(LIST));
  });

  it("leaves those that are not due, unless the page wants all", async () => {
    const { owner } = await member(lost(0, { lookAt: NOW + 1 }));
    expect([await settleDue(buyerOf(owner)), calls()]).toEqual([0, []]);
    api.responses = [list([row(0)])];
    expect(await settleDue(buyerOf(owner), true)).toBe(1);
  });
});

describe("a page", () => {
  it("asks nobody when nothing is due and the list was read lately", async () => {
    const { session } = await member(lost(0, { state: "captured" }), lost(1, { lookAt: NOW + 1 }));
    expect((await reconcile(session)).map(({ state }) => state)).toEqual(["captured", "asked"]);
    expect(calls()).toEqual([]);
  });

  it("settles what is due, then reads the balances, and not the list", async () => {
    const { session, setUser } = await member(lost(0));
    api.responses = [list([row(0)]), profile];
    expect((await reconcile(session, { waitMs: MINUTE_MS })).map(({ state }) => state)).toEqual(["captured"]);
    expect([calls(), setUser.mock.calls.length]).toEqual([[LIST, PROFILE], 1]);
    expect(api.asked[0]?.get("key")).toBe("key-of-a-purchase-0");
  });

  it("settles what is due later, too, when it wants to know now", async () => {
    const { session } = await member(lost(0, { lookAt: NOW + MINUTE_MS }));
    api.responses = [list([row(0)]), profile];
    const [purchase] = await reconcile(session, { isNow: true, waitMs: MINUTE_MS });
    expect(purchase?.state).toBe("captured");
  });

  it("reads the list when the last read is too old for it, and no balances when nothing changed", async () => {
    const { session, owner } = await member();
    await changeLedger(owner, (draft) => void (draft.bookReadAt = NOW - 5_000));
    await reconcile(session, { bookAgeMs: 5_001, waitMs: MINUTE_MS });
    expect(calls()).toEqual([]);
    api.responses = [list([row(0)])];
    const after = await reconcile(session, { bookAgeMs: 5_000, waitMs: MINUTE_MS });
    expect(after.map(({ state }) => state)).toEqual(["captured"]);
    expect([calls(), api.asked[0]?.get("key")]).toEqual([[LIST], null]);
  });

  it("does not wait longer than it wants for an API that hangs", async () => {
    const { session } = await member(lost(0));
    const hanging = Object.assign(session, { accessToken: never });
    expect((await reconcile(hanging, { waitMs: 20 })).map(({ state }) => state)).toEqual(["asked"]);
  });

  it("shows what is known after a bug, which is logged; an outage of the store logs itself", async () => {
    const error = vi.spyOn(log, "error").mockImplementation(() => undefined);
    const { session } = await member(lost(0));
    const bug = new TypeError("bug");
    const broken = Object.assign(session, { accessToken: () => Promise.reject(bug) });
    expect(await reconcile(broken, { waitMs: MINUTE_MS })).toHaveLength(1);
    expect(error.mock.calls).toEqual([[{ err: bug }, "purchases could not be looked after"]]);
    const down = Object.assign(session, { accessToken: () => Promise.reject(new StoreUnavailable("down")) });
    expect(await reconcile(down, { waitMs: MINUTE_MS })).toHaveLength(1);
    expect(error.mock.calls.map(([, message]) => message)).toEqual([
      "purchases could not be looked after",
      expect.stringContaining("the session store does not answer"),
    ]);
  });

  it("does all this once, whatever the number of its loaders", async () => {
    const { session } = await member(lost(0));
    api.responses = [list([row(0)]), profile];
    const [one, other] = [reconcileOnce(session), reconcileOnce(session)];
    expect(other).toBe(one);
    await one;
  });
});

describe("the page of one purchase", () => {
  beforeEach(() => void vi.spyOn(log, "error").mockImplementation(() => undefined));

  it("has it settled, and the balances read when it changed", async () => {
    const { session, setUser } = await member(lost(0));
    api.responses = [list([row(0)]), profile];
    expect((await settleFor(session, lost(0)))?.purchase.state).toBe("captured");
    expect(setUser).toHaveBeenCalledOnce();
    expect((await settleFor(session, lost(0, { state: "captured" })))?.purchase.state).toBe("captured");
    expect(setUser).toHaveBeenCalledOnce();
  });

  it("has none when the member has no such purchase, or a bug stands in the way", async () => {
    const { session } = await member(lost(0));
    expect(await settleFor(session, lost(9))).toBeUndefined();
    const broken = Object.assign(session, { accessToken: () => Promise.reject(new TypeError("bug")) });
    expect(await settleFor(broken, lost(0))).toBeUndefined();
    expect(log.error).toHaveBeenCalledOnce();
  });
});
