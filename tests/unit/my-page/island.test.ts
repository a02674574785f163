import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { passTypes } from "~/domain/dao";
import { arrivedOn, rememberVotes } from "#server/island/inputs.server";
import type { Session } from "#server/session/session.server";
import { islandLightAt, islandLights } from "#server/island/light.server";
import { islandSteps } from "#server/island/steps.server";
import {
  composeIsland,
  composeStep,
  type IslandFacts,
  piecesOf,
  sizeOf,
  tellIsland,
} from "#server/island/svg.server";
import { random, seedOf } from "../../kit/data/random";

const member = (i: number): IslandFacts => ({
  seed: `member-${i}`,
  ageDays: (i * 37) % 1100,
  orders: (i * 7) % 17,
  votes: (i * 5) % 14,
  passes: passTypes.filter((_, k) => (i >> k) & 1),
});
const fullest: IslandFacts = { seed: "", ageDays: 900, orders: 12, votes: 12, passes: passTypes };
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
    for (let i = 0; i < 600; i += 1) {
      const facts = i < 400 ? member(i) : { ...fullest, seed: `full-${i}` };
      const svg = composeIsland(facts, [], { light: islandLights[i % 3] ?? "dusk" });
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

  it("has twelve lanterns at most in front, where a phone's balances do not cover them", () => {
    for (let i = 0; i < 60; i += 1) {
      const svg = composeIsland({ ...member(i), orders: 12, votes: 14 });
      const [left = 0, , width = 1] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? "").split(" ").map(Number);
      const uses = [...svg.matchAll(/#[^"]+-vote" transform="translate\((-?\d+)/g)];
      expect(uses).toHaveLength(12);
      for (const [, x] of uses) expect((Number(x) - left) / width).toBeGreaterThan(0.175);
      expect(svg.indexOf('-vote" ')).toBeGreaterThan(svg.lastIndexOf("data-part="));
    }
  });

  it("has a parcel on the jetty for each order, six at most, and none without the jetty", () => {
    const parcels = (orders: number | undefined) =>
      composeIsland({ ...member(3), orders }).match(/#[^"]+-parcel" /g)?.length ?? 0;
    expect([undefined, 0, 1, 5, 6, 40].map(parcels)).toEqual([0, 0, 1, 5, 6, 6]);
    for (let i = 0; i < 60; i += 1) {
      const svg = composeIsland({ ...member(i), orders: 6 });
      const [, x = "", y = ""] = /data-part="jetty" transform="translate\((\d+) (\d+)/.exec(svg) ?? [];
      for (const [, at = "", up = ""] of svg.matchAll(/-parcel" transform="translate\((\d+) (\d+)/g)) {
        expect(Math.abs(Number(at) - Number(x))).toBeLessThan(40);
        expect(Number(y) - Number(up)).toBeGreaterThan(0);
      }
    }
  });

  it("does not glow by day, and is the same apart from its light", () => {
    for (let i = 0; i < 100; i += 1) {
      const facts = { ...fullest, seed: `m-${i}` };
      const [day = "", dusk = "", night = ""] = islandLights.map((light) =>
        composeIsland(facts, [], { light }),
      );
      expect(day).not.toMatch(/<circle [^>]*fill="#ff(?:c27a|9a4d)" opacity|-beam/);
      expect(day).not.toContain("#ffdca8");
      for (const lit of [dusk, night]) expect(lit).toMatch(/<circle [^>]*fill="#ff9a4d" opacity/);
      const partsOf = (svg: string) => svg.match(/data-part="[^"]+" transform="[^"]+"/g);
      expect(partsOf(day)).toEqual(partsOf(night));
    }
  });

  it("has no halo around a lantern above a light page, where it would be an orange disc", () => {
    for (const light of islandLights) {
      const svg = composeIsland(fullest, [], { light, isOnPaper: true });
      expect(svg).toContain("-vote");
      expect(svg, light).not.toMatch(/<circle [^>]*fill="#ff9a4d" opacity/);
    }
  });

  it("is lit by the hour in Japan, or as the chosen theme says", () => {
    const at = (hour: number) => Date.UTC(2026, 10, 28, hour - 9);
    const lights = Array.from({ length: 24 }, (_, hour) => islandLightAt(at(hour), null));
    expect(lights.join(" ")).toBe(
      `${"night ".repeat(5)}${"dusk ".repeat(2)}${"day ".repeat(10)}${"dusk ".repeat(4)}${"night ".repeat(3)}`.trim(),
    );
    expect(islandLightAt(at(12), "paper")).toBe("day");
    expect(islandLightAt(at(12), "night")).toBe("night");
  });

  it("never looks the same for two members, at any of the three sizes", () => {
    const seed = seedOf("ISLAND_SEED");
    console.log(`island: ISLAND_SEED=${seed}`);
    const next = random(seed);
    const lives: Omit<IslandFacts, "seed">[] = [
      { ageDays: 0, orders: 0, votes: 0, passes: [] },
      { ageDays: 60, orders: 2, votes: 3, passes: ["ENTRY"] },
      fullest,
    ];
    for (const life of lives) {
      const drawn = new Map<string, string>();
      for (let i = 0; i < 1500; i += 1) {
        const id = `${Math.floor(next() * 1e9)}-${i}`;
        // The id of the picture is not visible.
        const look = composeIsland({ ...life, seed: id }).replaceAll(/m[0-9a-z]{3,5}-/g, "");
        expect(drawn.get(look), `ISLAND_SEED=${seed}: ${id} looks like ${drawn.get(look)}`).toBeUndefined();
        drawn.set(look, id);
      }
    }
  });

  it("is a first day where nothing is known, or what is known makes no sense", () => {
    for (const odd of [{}, { ageDays: -5, orders: Number.NaN }, { ageDays: Number.POSITIVE_INFINITY }]) {
      expect(composeIsland({ seed: "", passes: [], ...odd })).toContain('data-size="new"');
    }
  });
});

describe("the island of the sign-up", () => {
  it("grows from bare rock to a lit window, and its files are those of the composer", () => {
    const [rock = "", grass = "", house = "", lit = ""] = islandSteps.map((step) => composeStep(step));
    expect(rock).not.toMatch(/#58a583|data-part/);
    expect(grass).not.toContain("data-part");
    expect(house).toContain('data-part="house');
    expect(house).not.toContain("radialGradient");
    expect(lit).toContain("radialGradient");
    for (const [i, step] of islandSteps.entries()) {
      const file = readFileSync(`public/art/sign-up-island/${i + 1}-${step}.svg`, "utf8");
      // `npx tsx brand/art/sign-up/render.ts` writes them.
      expect(file).toBe(composeStep(step));
    }
  });
});

describe("what has come to the island", () => {
  const before: IslandFacts = { seed: "a", ageDays: 44, orders: 2, passes: ["ENTRY"] };

  it.each([
    ["an order", { orders: 3 }, ["stall", "parcel-3"]],
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

  it("comes by balloon on the thank-you page, and lies on the jetty without motion", () => {
    const svg = composeIsland(before, [], { isLanding: true });
    const places = (text: string) => text.match(/-parcel" transform="[^"]*"/g)?.map((use) => use.slice(-30));
    expect(places(svg)).toEqual(places(composeIsland(before)));
    const [style = ""] = /<style>.*?<\/style>/.exec(svg) ?? [];
    // Only what is inside the media query moves.
    expect(style.split("@media")[0]).not.toContain("animation");
    expect(style).toContain("@media (prefers-reduced-motion:no-preference){.land{animation:land 2.6s");
    expect(composeIsland({ ...before, orders: undefined }, [], { isLanding: true })).not.toContain("<style>");
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
    expect(await open(2)).toEqual(["parcel-2"]);
    expect(await open(2)).toEqual([]);
    // The order service does not answer for a while: nothing leaves, so nothing comes.
    expect(await open(undefined)).toEqual([]);
    expect(await open(2)).toEqual([]);
  });

  it("does not call parcels new to a session of a release whose orders were lanterns", async () => {
    const session = newSession();
    session.data.island = ["orders", "age", "jetty", "kite", "light-1", "light-2"];
    const facts: IslandFacts = { seed: "a", ageDays: 10, orders: 2, passes: [] };
    expect(await arrivedOn(session as unknown as Session, facts)).toEqual([]);
    expect(await arrivedOn(session as unknown as Session, { ...facts, orders: 3 })).toContain("parcel-3");
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
