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
  /** Number of votes, up to twelve; undefined when no page of this session has read them. */
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
interface Kit {
  width: number;
  height: number;
  palettes: { grass: Record<string, string>[]; rock: Record<string, string>[] };
  sizes: Record<
    IslandSize,
    { viewBox: number[]; back: Layer; front: Layer; anchors: Record<string, Anchor[]> }
  >;
  parts: Record<string, Layer>;
}
const kit = kitFile as unknown as Kit;

/** Returns a 32-bit FNV-1a hash with a final mix. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (const character of text) h = Math.imul(h ^ (character.codePointAt(0) ?? 0), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
/** Returns a pseudo-random number below `sides`, for a question, so that a new one does not change earlier results. */
const roll = (seed: string, question: string, sides: number) => hash(`${seed}\u0000${question}`) % sides;

const count = (value: number | undefined) =>
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

interface Placed {
  name: string;
  x: number;
  y: number;
  scale: number;
  z: number;
}

/** Places the parts: the earned ones first, from the largest to the smallest; trees get the remaining places. */
function planOf(facts: IslandFacts): { size: IslandSize; placed: Placed[] } {
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

/** Limit of stars, of lanterns and of cranes: more do not fit into the picture. */
export const MOST_LIGHTS = 12;

/** Left edge of lanterns and cranes, as a share of the width: on a phone the balances cover 14 % of the picture. */
const CLEAR = 0.18;

/** Definitions of star, lantern and crane. `{id}` is replaced by the id of the picture. */
const lightShapes =
  '<path id="{id}-star" fill="#ffdca8" d="M0-9Q1-1 9 0Q1 1 0 9Q-1 1-9 0Q-1-1 0-9Z"/>' +
  '<g id="{id}-light"><circle r="17" fill="#ff9a4d" opacity=".3"/><rect x="-6" y="-8" width="12" height="15" rx="3" fill="#ff9a4d"/><rect x="-3" y="-5" width="6" height="9" rx="2" fill="#fff0cf"/></g>' +
  '<g id="{id}-vote"><path fill="#fff1dc" d="M-5 4-21-5-1 9ZM4 5 15-9 22-6 5 10ZM-8 5-5-16 8 6 0 11Z"/><path fill="#7fe3c4" d="M-1 5 8-18 7 7Z"/></g>';

/** A star per month of the account, a lantern per order, a paper crane per vote. They keep their places. */
function lightsOf({ seed, ageDays, orders, votes }: IslandFacts, size: IslandSize) {
  const [left = 0, top = 0, width = 0, height = 0] = kit.sizes[size].viewBox;
  const share = (question: string) => roll(seed, question, 1000) / 1000;
  const lit = <Kind extends string>(
    kind: Kind,
    amount: number,
    /** Returns x and y as shares of the picture, and the scale. */
    placeOf: (i: number) => [number, number, number],
  ) =>
    Array.from({ length: Math.min(amount, MOST_LIGHTS) }, (_, i) => {
      const [x, y, scale] = placeOf(i);
      const place = `translate(${Math.round(left + width * x)} ${Math.round(top + height * y)})scale(${((width / 640) * scale).toFixed(2)})`;
      const svg = `<use href="#{id}-${kind}" transform="${place}"/>`;
      return { name: `${kind}-${i + 1}` as const, svg };
    });
  return [
    // Golden ratio: spreads consecutive stars over the width.
    ...lit("star", Math.floor(count(ageDays) / 30), (i) => [
      0.05 + 0.9 * ((share("stars") + i * 0.618) % 1),
      0.04 + 0.18 * share(`star ${i}`),
      0.8 + 0.5 * share(`star size ${i}`),
    ]),
    // The R2 sequence spreads the lanterns of a side over an area, below the banners.
    ...lit("light", count(orders), (i) => {
      const turn = Math.floor(i / 2);
      const aside = (share("lanterns") + turn * 0.755) % 1;
      const y = 0.77 + 0.18 * ((share("lanterns down") + turn * 0.57) % 1);
      return [i % 2 ? CLEAR + 0.12 * aside : 0.96 - 0.24 * aside, y, 1];
    }),
    ...lit("vote", count(votes), (i) => {
      const aside = (share("cranes") + i * 0.618) % 1;
      return [i % 2 ? 0.95 - 0.17 * aside : CLEAR + 0.1 * aside, 0.24 + 0.24 * share(`crane ${i}`), 0.9];
    }),
  ];
}

/** What of the island is earned, by name; a piece that is there stays, so what a list lacks is new. */
export function piecesOf(facts: IslandFacts) {
  const { size, parts } = tellIsland(facts);
  const passes = passTypes.filter((pass) => facts.passes.includes(pass));
  return [
    ...parts,
    ...passes.map((pass) => `banner-${pass.toLowerCase()}` as const),
    ...lightsOf(facts, size).map(({ name }) => name),
  ];
}
export type IslandPiece = ReturnType<typeof piecesOf>[number];

/** Animates a new piece into its place when the image loads; static under reduced motion. */
const arrival =
  "<style>@media (prefers-reduced-motion:no-preference){.new{animation:new .9s .3s ease-out both}@keyframes new{from{opacity:0;translate:0 -28px}}}</style>";

/** Returns the island as SVG, at most 19 kB. @param arrived names of the pieces that are drawn arriving */
export function composeIsland(facts: IslandFacts, arrived: readonly string[] = []): string {
  const { seed } = facts;
  const { size, placed } = planOf(facts);
  const base = kit.sizes[size];
  const id = `mi${hash(JSON.stringify([seed, placed])).toString(36)}`;
  const { grass, rock } = kit.palettes;
  const colours = {
    ...grass[roll(seed, "grass", grass.length)],
    ...rock[roll(seed, "rock", rock.length)],
  };
  const tinted = (svg: string) => svg.replace(/\{(\w)\}/g, (_, role: string) => colours[role] ?? "");
  const svgOf = (name: string) => kit.parts[name]?.svg ?? "";

  // A part that occurs more than once is defined once and reused.
  const names = placed.map(({ name }) => name);
  const often = [...new Set(names.filter((name, i) => names.indexOf(name) < i))].sort();
  const defs = often.map((name) => `<g id="${id}-${name}">${svgOf(name)}</g>`).join("");
  const draw = ({ name, x, y, scale }: Placed) => {
    const transform = `transform="translate(${x} ${y})scale(${scale})"`;
    return often.includes(name)
      ? `<use href="#${id}-${name}" ${transform}/>`
      : arriving(name, `<g data-part="${name}" ${transform}>${svgOf(name)}</g>`);
  };
  // Around the piece: a transform of its own would give way to the animation's.
  const arriving = (name: string, svg: string) =>
    arrived.includes(name) ? `<g class="new">${svg}</g>` : svg;
  const behind = placed.filter(({ z }) => z < base.front.z).map(draw);
  const before = placed.filter(({ z }) => z >= base.front.z).map(draw);
  const lights = lightsOf(facts, size).map(({ name, svg }) => arriving(name, svg));
  const stars = lights.filter((svg) => svg.includes("-star"));
  const picture = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${base.viewBox.join(" ")}" width="${kit.width}" height="${kit.height}" stroke-linecap="round" stroke-linejoin="round" data-size="${size}">`,
    arrived.length > 0 && arrival,
    `<defs>${lightShapes}${defs}</defs>`,
    ...stars,
    tinted(base.back.svg),
    ...behind,
    tinted(base.front.svg),
    ...before,
    // In front, so that no tree or rock hides what has come.
    ...lights.slice(stars.length),
    "</svg>",
  ];
  return picture.filter(Boolean).join("").replaceAll("{id}", id);
}
