import { afterEach, describe, expect, test, vi } from "vitest";
import { type PlaceLimits, placeLimits, type PlaceName } from "#server/http/budgets";
import { Places } from "#server/http/places";
import { Readiness, readiness } from "#server/http/readiness";
import { log } from "#server/observe/log.server";

const limits: PlaceLimits = {
  shared: { all: 10, reserve: 3, most: { address: 3, network: 4 } },
  members: { all: 6, reserve: 2, most: { member: 2 } },
};
const guest = (address: string) => ({ address, memberOf: () => Promise.resolve(undefined) });
const member = (address: string, name: string) => ({ address, memberOf: () => Promise.resolve(name) });

/** Acquires up to 50 slots until one is refused. @returns the number acquired */
async function takeAll(places: Places, visitor: Parameters<Places["acquire"]>[0]): Promise<number> {
  let taken = 0;
  while (taken < 50 && (await places.acquire(visitor))) taken += 1;
  return taken;
}

describe("shared places", () => {
  test("are limited for one address, one /56 and one /48", async () => {
    const places = new Places("work", limits);
    expect(await takeAll(places, guest("192.0.2.1"))).toBe(3);
    expect(await takeAll(places, guest("2001:db8:1:100::1"))).toBe(3);
    expect(await takeAll(places, guest("2001:db8:1:1ff::2"))).toBe(0);
    expect(await takeAll(places, guest("2001:db8:1:200::1"))).toBe(1);
    expect(await takeAll(places, guest("2001:db8:2:200::1"))).toBeGreaterThan(0);
  });

  test("keep their last ones for visitors who hold none", async () => {
    const places = new Places("work", limits);
    for (const n of [1, 2, 3]) await takeAll(places, guest(`192.0.2.${n}`));
    for (const n of [4, 5]) expect(await takeAll(places, guest(`192.0.2.${n}`))).toBe(1);
    expect(await takeAll(places, guest("192.0.2.1"))).toBe(0);
    expect(await takeAll(places, guest("192.0.2.6"))).toBe(1);
    expect(await takeAll(places, guest("192.0.2.7"))).toBe(0);
  });

  test("are given back once, however often that is said", async () => {
    const places = new Places("work", limits);
    for (let n = 0; n < 20; n += 1) {
      const leave = await places.acquire(guest("192.0.2.1"));
      expect(leave).toBeDefined();
      leave?.();
      leave?.();
    }
    expect(await takeAll(places, guest("192.0.2.1"))).toBe(3);
  });

  test("do not ask who a visitor is while there are some", async () => {
    const places = new Places("work", limits);
    const memberOf = vi.fn(() => Promise.resolve("a"));
    await places.acquire({ address: "192.0.2.1", memberOf });
    expect(memberOf).not.toHaveBeenCalled();
    await takeAll(places, guest("192.0.2.1"));
    await places.acquire({ address: "192.0.2.1", memberOf });
    expect(memberOf).toHaveBeenCalledTimes(1);
  });
});

describe("members' places", () => {
  test("are for members whom the shared ones refuse, a few for each", async () => {
    const places = new Places("work", limits);
    await takeAll(places, guest("192.0.2.1"));
    expect(await takeAll(places, member("192.0.2.1", "a"))).toBe(2);
    expect(await takeAll(places, member("192.0.2.1", "b"))).toBe(2);
  });

  test("keep their last ones for members who hold none, from addresses that hold none", async () => {
    const places = new Places("work", limits);
    for (const n of [1, 2, 3, 4, 5, 6]) await takeAll(places, guest(`192.0.2.${n}`));
    for (const name of ["a", "b", "c", "d"]) await takeAll(places, member("192.0.2.1", name));
    expect(await takeAll(places, member("192.0.2.1", "e"))).toBe(0);
    expect(await takeAll(places, member("192.0.2.2", "a"))).toBe(0);
    expect(await takeAll(places, member("192.0.2.2", "e"))).toBe(1);
  });

  test("take nothing from guests, whatever number of members asks from one address", async () => {
    const places = new Places("work", limits);
    for (let n = 0; n < 50; n += 1) await takeAll(places, member("192.0.2.1", `member-${n}`));
    expect(await places.acquire(guest("192.0.2.2"))).toBeDefined();
    expect(await places.acquire(member("192.0.2.3", "fresh"))).toBeDefined();
  });

  test("are never more than there are, however many members ask in the same moment", async () => {
    const places = new Places("work", { ...limits, shared: { all: 0, reserve: 0, most: {} } });
    const all = await Promise.all(
      Array.from({ length: 30 }, (_, n) => places.acquire(member(`192.0.2.${n}`, `member-${n}`))),
    );
    expect(all.filter(Boolean)).toHaveLength(6);
  });
});

test.each(Object.keys(placeLimits) as PlaceName[])(
  "no three addresses and no /48 take the places of others: %s",
  (name) => {
    const { shared, members } = placeLimits[name];
    expect(Math.max(3 * shared.most.address, shared.most.network)).toBeLessThan(shared.all);
    expect(shared.reserve).toBeGreaterThan(0);
    expect(members.most.member).toBeLessThan(members.all - members.reserve);
  },
);

describe("readiness", () => {
  afterEach(() => vi.restoreAllMocks());

  test("ends when guests are refused for 5 s on end, and comes back 3 s after the last of them", () => {
    const error = vi.spyOn(log, "error").mockImplementation(() => undefined);
    let now = 0;
    const readiness = new Readiness(() => now);
    const refuseEach = (ms: number, untilMs: number) => {
      for (; now < untilMs; now += ms) readiness.guestRefused();
    };
    refuseEach(500, 4_500);
    expect(readiness.isReady()).toBe(true);
    refuseEach(500, 6_000);
    expect(readiness.isReady()).toBe(false);
    expect(readiness.isReady()).toBe(false);
    expect(error).toHaveBeenCalledTimes(1);
    now += 3_000;
    expect(readiness.isReady()).toBe(true);
    refuseEach(500, now + 1_000);
    expect(readiness.isReady()).toBe(true);
  });

  test("does not end for refusals that are seconds apart", () => {
    let now = 0;
    const readiness = new Readiness(() => now);
    for (; now < 60_000; now += 4_000) readiness.guestRefused();
    expect(readiness.isReady()).toBe(true);
  });

  test("counts guests who find all places taken, not those whose own address holds many", async () => {
    const refused = vi.spyOn(readiness, "guestRefused");
    const places = new Places("work", limits);
    await takeAll(places, guest("192.0.2.1"));
    expect(refused).not.toHaveBeenCalled();
    for (let n = 2; n < 20; n += 1) await takeAll(places, guest(`192.0.2.${n}`));
    expect(refused).toHaveBeenCalled();
  });
});
