import { type PassType, passTypes } from "~/domain/dao";
import kitFile from "./kit.json";

/** Inputs of a member's island; all of them are shown on the member's own pages. */
export interface IslandFacts {
  /** The member's id. Selects roofs, trees, grass and rock. */
  seed: string;
  /** Whole days since the account was opened; undefined when the API does not state it. */
  ageDays?: number | undefined;
  /** Number of orders; undefined when it could not be read. */
  orders?: number | undefined;
  /** Number of votes, up to MOST_LANTERNS; undefined when no page of this session has read them. */
  votes?: number | undefined;
  passes: readonly PassType[];
}

export type IslandSize = "new" | "settled" | "thriving";

/** [x, y, scale, cell]: a place on the island. A cell holds one part. */
type Anchor = [number, number, number, string];
interface Layer {
  z: number;
  svg: string;
}
export interface Colours {
  [role: string]: string;
}
interface Kit {
  width: number;
  height: number;
  palettes: { grass: Colours[]; rock: Colours[] };
  sizes: Record<
    IslandSize,
    { viewBox: number[]; back: Layer; front: Layer; anchors: Record<string, Anchor[]> }
  >;
  parts: Record<string, Layer>;
}
export const kit = kitFile as unknown as Kit;

/** Returns a 32-bit FNV-1a hash with a final mix. */
export function hash(text: string): number {
  let h = 0x811c9dc5;
  for (const character of text) h = Math.imul(h ^ (character.codePointAt(0) ?? 0), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
/** Returns a pseudo-random number below `sides`, for a question, so that a new one does not change earlier results. */
export const roll = (seed: string, question: string, sides: number) =>
  hash(`${seed}\u0000${question}`) % sides;

export const count = (value: number | undefined) =>
  value !== undefined && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0;

/** Points: months (at most 24), 2 per order (at most 12 orders), 3 per pass. */
export function sizeOf({ ageDays, orders, passes }: Omit<IslandFacts, "seed">): IslandSize {
  const points =
    Math.min(count(ageDays) / 30, 24) + Math.min(count(orders), 12) * 2 + new Set(passes).size * 3;
  return points < 4 ? "new" : points < 18 ? "settled" : "thriving";
}

const roofs = ["house-ember", "house-plum", "house-teal"] as const;
const woods = [
  ["tree-round", "tree-fir"],
  ["tree-round", "tree-autumn"],
  ["tree-fir", "tree-autumn"],
  ["tree-fir", "tree-round", "tree-autumn"],
] as const;
const TREES: Record<IslandSize, number> = { new: 2, settled: 4, thriving: 6 };

export interface Placed {
  name: string;
  x: number;
  y: number;
  scale: number;
  z: number;
}

/** Places the parts: the earned ones first, from the largest to the smallest; trees get the remaining places. */
export function planOf(facts: IslandFacts): { size: IslandSize; placed: Placed[] } {
  const { seed } = facts;
  const ageDays = count(facts.ageDays);
  const orders = count(facts.orders);
  const passes = passTypes.filter((pass) => facts.passes.includes(pass));
  const size = sizeOf({ ageDays, orders, passes });
  const at = (kind: string) => kit.sizes[size].anchors[kind] ?? [];
  const taken = new Set<string>();
  const placed: Placed[] = [];
  const put = (name: string, anchors: Anchor[], from = 0) => {
    const free = anchors.map((_, i) => anchors[(i + from) % anchors.length] as Anchor);
    const place = free.find(([, , , cell]) => !taken.has(cell));
    if (!place) return;
    const [x, y, scale, cell] = place;
    taken.add(cell);
    // ± 4 %, for variety.
    const own = name.startsWith("banner") ? 1 : 1 + (roll(seed, `size ${cell}`, 9) - 4) / 100;
    placed.push({ name, x, y, scale: Number((scale * own).toFixed(2)), z: kit.parts[name]?.z ?? 0 });
  };

  const roof = roll(seed, "roof", roofs.length);
  at("house").forEach((_, i) => put(roofs[(roof + i) % roofs.length] as string, at("house")));
  if (passes.includes("ADMINISTRATION")) put("lighthouse", at("lighthouse"));
  if (ageDays >= 120 && size !== "new") put("windmill", at("windmill"));
  if (ageDays >= 365) put("library", at("library"));
  if (orders >= 1) put("jetty", at("jetty"));
  if (orders >= 3) put("stall", at("stall"));
  if (ageDays >= 14) put("lanterns", at("lanterns"));
  else if (size === "new") put("sign", at("sign"));
  if (ageDays >= 45 || roll(seed, "kite", 3) === 0) put("kite", at("kite"));

  const wood = woods[roll(seed, "wood", woods.length)] ?? woods[0];
  const trees = TREES[size] + roll(seed, "trees", 2);
  for (let i = 0; i < trees; i += 1) {
    const kind = wood[(i + roll(seed, `tree ${i}`, 2)) % wood.length] as string;
    put(kind, at("tree"), i < 2 ? 0 : roll(seed, "grove", at("tree").length));
  }

  const [first, second] = roll(seed, "visitor", 2) ? ["kon", "pip"] : ["pip", "kon"];
  if (ageDays >= 7) put(`visitor-${first}`, at("visitor"));
  if (size === "thriving") put(`visitor-${second}`, at("visitor"));
  for (const pass of passes) put(`banner-${pass.toLowerCase()}`, at("banner"));

  // Parts farther up are farther away, so they are drawn first.
  placed.sort((a, b) => a.z - b.z || a.y - b.y || a.x - b.x);
  return { size, placed };
}

/** The earned parts, which the text alternative names. Houses, trees and visitors are decoration and left out. */
const toldParts = ["jetty", "stall", "lanterns", "kite", "windmill", "library", "lighthouse"] as const;
export type ToldPart = (typeof toldParts)[number];

export function tellIsland(facts: IslandFacts): { size: IslandSize; parts: ToldPart[] } {
  const { size, placed } = planOf(facts);
  const names = new Set(placed.map(({ name }) => name));
  return { size, parts: toldParts.filter((part) => names.has(part)) };
}
