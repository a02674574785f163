import { describe, expect, it } from "vitest";
import { passTypes } from "~/domain/dao";
import { composeIsland, type IslandFacts, sizeOf, tellIsland } from "#server/island/svg.server";

const member = (i: number): IslandFacts => ({
  seed: `member-${i}`,
  ageDays: (i * 37) % 1100,
  orders: (i * 7) % 17,
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

  it("is at most 18 kB, well formed, with every reference answered and its ids to itself", () => {
    const owners = new Map<string, number>();
    for (let i = 0; i < 400; i += 1) {
      const svg = composeIsland(member(i));
      expect(svg.length).toBeLessThanOrEqual(18 * 1024);
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

  it("is a first day where nothing is known, or what is known makes no sense", () => {
    for (const odd of [{}, { ageDays: -5, orders: Number.NaN }, { ageDays: Number.POSITIVE_INFINITY }]) {
      expect(composeIsland({ seed: "", passes: [], ...odd })).toContain('data-size="new"');
    }
  });
});
