import { describe, expect, it } from "vitest";
import { passTypes } from "~/domain/dao";
import { arrivedOn, rememberVotes } from "#server/island/inputs.server";
import type { Session } from "#server/session/session.server";
import { composeIsland, type IslandFacts, piecesOf, sizeOf, tellIsland } from "#server/island/svg.server";

const member = (i: number): IslandFacts => ({
  seed: `member-${i}`,
  ageDays: (i * 37) % 1100,
  orders: (i * 7) % 17,
  votes: (i * 5) % 14,
  passes: passTypes.filter((_, k) => (i >> k) & 1),
});
const idsOf = (svg: string) => [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? "");

describe("the member's island", () => {
  it("is the same for the same member, byte for byte, in whatever order the passes come", () => {
    for (let i = 0; i < 100; i += 1) {
      const facts = member(i);
      const again = { ...structuredClone(facts), passes: [...facts.passes].reverse() };
      expect(composeIsland(again)).toBe(composeIsland(facts));
    }
    expect(composeIsland({ ...member(1), seed: "another" })).not.toBe(composeIsland(member(1)));
  });

  it("is at most 19 kB, well formed, with every reference answered and its ids to itself", () => {
    const owners = new Map<string, number>();
    for (let i = 0; i < 400; i += 1) {
      const svg = composeIsland(member(i));
      expect(svg.length).toBeLessThanOrEqual(19 * 1024);
      expect(svg).not.toMatch(/\{\w+\}|undefined|NaN/);
      const open = svg.match(/<(g|svg|defs|clipPath|radialGradient|linearGradient)[ >]/g)?.length;
      expect(svg.match(/<\/(g|svg|defs|clipPath|radialGradient|linearGradient)>/g)?.length).toBe(open);
      const ids = idsOf(svg);
      for (const [, reference] of svg.matchAll(/(?:href="#|url\(#)([^")]+)/g))
        expect(ids).toContain(reference);
      for (const id of ids) {
        expect(owners.get(id) ?? i, id).toBe(i);
        owners.set(id, i);
      }
    }
  });

  it("has what was earned, and says so in words", () => {
    for (const seed of ["a", "b", "c"]) {
      const all: IslandFacts = { seed, ageDays: 900, orders: 12, passes: passTypes };
      const svg = composeIsland(all);
      for (const part of ["windmill", "library", "stall", "jetty", "lanterns", "kite", "lighthouse"]) {
        expect(svg).toContain(`data-part="${part}"`);
        expect(tellIsland(all).parts).toContain(part);
      }
      for (const pass of passTypes) expect(svg).toContain(`data-part="banner-${pass.toLowerCase()}"`);
    }
    const first = tellIsland({ seed: "a", ageDays: 0, orders: 0, passes: [] });
    expect(first.size).toBe("new");
    expect(first.parts).not.toContain("jetty");
  });

  it("grows and never shrinks with age and orders", () => {
    const order = ["new", "settled", "thriving"];
    let last = 0;
    for (let days = 0; days < 900; days += 10) {
      const size = order.indexOf(sizeOf({ ageDays: days, orders: days / 60, passes: [] }));
      expect(size).toBeGreaterThanOrEqual(last);
      last = size;
    }
    expect(last).toBe(2);
  });

  it("has its lanterns and cranes in front, where a phone's balances do not cover them", () => {
    for (let i = 0; i < 60; i += 1) {
      const svg = composeIsland({ ...member(i), orders: 12, votes: 12 });
      const [left = 0, , width = 1] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? "").split(" ").map(Number);
      const uses = [...svg.matchAll(/#[^"]+-(?:light|vote)" transform="translate\((-?\d+)/g)];
      expect(uses).toHaveLength(24);
      for (const [, x] of uses) expect((Number(x) - left) / width).toBeGreaterThan(0.175);
      expect(svg.indexOf('-vote" ')).toBeGreaterThan(svg.lastIndexOf("data-part="));
    }
  });

  it("is a first day where nothing is known, or what is known makes no sense", () => {
    for (const odd of [{}, { ageDays: -5, orders: Number.NaN }, { ageDays: Number.POSITIVE_INFINITY }]) {
      expect(composeIsland({ seed: "", passes: [], ...odd })).toContain('data-size="new"');
    }
  });
});

describe("what has come to the island", () => {
  const before: IslandFacts = { seed: "a", ageDays: 44, orders: 2, passes: ["ENTRY"] };

  it.each([
    ["an order", { orders: 3 }, ["stall", "light-3"]],
    ["a pass", { passes: ["ENTRY", "VOTING"] as const }, ["banner-voting"]],
    ["a month", { ageDays: 60 }, ["star-2"]],
    ["a vote", { votes: 1 }, ["vote-1"]],
  ])("is drawn anew after %s, and the rest stays", (_, change, expected) => {
    const after = { ...before, ...change };
    const arrived = piecesOf(after).filter((piece) => !piecesOf(before).includes(piece));
    for (const piece of expected) expect(arrived).toContain(piece);
    expect(piecesOf(after)).toEqual(expect.arrayContaining(piecesOf(before)));
    const svg = composeIsland(after, arrived);
    expect(svg).not.toBe(composeIsland(before));
    expect(svg.match(/class="new"/g)).toHaveLength(arrived.length);
    expect(svg).toContain("prefers-reduced-motion:no-preference");
    expect(composeIsland(after)).not.toContain("<style>");
  });

  it("ignores names that are none of its own", () => {
    expect(composeIsland(before, ['"><script>'])).not.toContain("script");
  });
});

interface Data {
  island?: string[];
  votes?: number[];
}

const newSession = () => ({
  data: {} as Data,
  update(change: (draft: Data) => void) {
    change(this.data);
    return Promise.resolve();
  },
});

describe("the island of a session", () => {
  it("shows what is new once, and nothing as new the first time", async () => {
    const session = newSession();
    const open = (orders: number | undefined) =>
      arrivedOn(session as unknown as Session, { seed: "a", ageDays: 10, orders, passes: [] });
    expect(await open(undefined)).toEqual([]);
    expect(await open(1)).toEqual([]);
    expect(await open(2)).toEqual(["light-2"]);
    expect(await open(2)).toEqual([]);
    // The order service does not answer for a while: nothing leaves, so nothing comes.
    expect(await open(undefined)).toEqual([]);
    expect(await open(2)).toEqual([]);
  });
});

describe("the votes of a session", () => {
  const voted = (...ids: number[]) => ids.map((id) => ({ id, my_vote: "AGREE" as const }));

  it("count from the first complete reading on, whose votes are not new", async () => {
    const stub = newSession();
    const session = stub as unknown as Session;
    const open = () =>
      arrivedOn(session, { seed: "a", ageDays: 10, orders: 0, votes: stub.data.votes?.length, passes: [] });
    await rememberVotes(session, voted(7));
    expect(stub.data.votes).toBeUndefined();
    expect(await open()).toEqual([]);
    await rememberVotes(session, [...voted(7, 8), { id: 9, my_vote: undefined }], { isWhole: true });
    expect(stub.data.votes).toEqual([7, 8]);
    expect(await open()).toEqual([]);
    await rememberVotes(session, voted(8));
    expect(await open()).toEqual([]);
    await rememberVotes(session, voted(9));
    expect(await open()).toEqual(["vote-3"]);
    expect(await open()).toEqual([]);
  });

  it("are twelve at most, and none of them leaves when a list no longer has it", async () => {
    const stub = newSession();
    const session = stub as unknown as Session;
    await rememberVotes(session, voted(...Array.from({ length: 20 }, (_, i) => i)), { isWhole: true });
    await rememberVotes(session, voted(99), { isWhole: true });
    expect(stub.data.votes).toEqual(Array.from({ length: 12 }, (_, i) => i));
  });
});
