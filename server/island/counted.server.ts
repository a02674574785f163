import { type LightColours } from "./light.server";
import { count, type IslandFacts, type IslandSize, kit, type Placed, roll } from "./plan.server";

/** Limits of what is counted: more do not fit into the picture. After six parcels the stall stands for the orders. */
export const MOST_LANTERNS = 12;
const MOST_STARS = 12;
const MOST_PARCELS = 6;

/** Left edge of the lanterns, as a share of the width: on a phone the balances cover 14 % of the picture. */
const CLEAR = 0.18;

/** Places of the parcels: x from the jetty's foot, and the row. Behind them stands the jetty's own crate. */
const pile = [
  [6, 0],
  [22, 0],
  [14, 1],
  [-10, 0],
  [-2, 1],
  [6, 2],
] as const;

const FLOWERS = 7;
const petals = ["#fff1dc", "#ff7a59", "#ffc27a", "#c9b2e8"] as const;
/** Daisy, tulip, bell: relative paths. */
const flowers = [
  "m-2.7 0a2.7 2.7 0 1 1 0 .1z",
  "m-3-4 3 2.5 3-2.5v4q-3 4-6 0z",
  "m-3-3q3 3 6 0l-3 6z",
] as const;
/** The meadow's upper edge: left, width, height of its ends, depth of its curve. */
const meadows: Record<IslandSize, [number, number, number, number]> = {
  new: [195, 250, 326, 27],
  settled: [130, 380, 336, 32],
  thriving: [60, 520, 346, 35],
};

/** Paper of the parcels, in turn. */
const papers = ["#d9a05a", "#fff1dc", "#c9b2e8"] as const;

const STAR = "M0-9Q1-1 9 0 1 1 0 9-1 1-9 0-1-1 0-9";

/**
 * Definitions of star, lantern and parcels. `{id}` is replaced by the id of the picture.
 *
 * @param isOnPaper the page below the sky is light: a halo of a lantern that hangs there would be an orange disc
 */
export function shapesIn(
  { glows, star, lantern }: LightColours,
  size: IslandSize,
  isOnPaper: boolean,
): Record<Counted, string> {
  const [, , width = 640] = kit.sizes[size].viewBox;
  const scale = `transform="scale(${(width / 640).toFixed(2)})"`;
  const starShade =
    '<path fill="#3a1f4f" opacity=".28" d="M1.5-6.500Q2.5 1.5 10.5 2.5 2.5 3.5 1.5 11.5.5 3.5-7.5 2.5.5 1.5 1.5-6.5"/>';
  const lanternGround =
    glows && !isOnPaper
      ? '<circle r="17" fill="#ff9a4d" opacity=".3"/>'
      : '<path fill="#3a1f4f" opacity=".18" d="M-2-7q-5 8 0 18H6q5-10 0-18z" transform="translate(2 2.5)"/>';
  return {
    star: glows
      ? `<path id="{id}-star" fill="${star}" d="${STAR}"/>`
      : `<g id="{id}-star">${starShade}<path fill="${star}" d="${STAR}"/></g>`,
    vote: `<g id="{id}-vote"><g ${scale}>${lanternGround}<path fill="${lantern.paper}" d="M-4-9q-6 9 0 18h8q6-9 0-18z"/><path fill="${lantern.core}" d="M-1.6-9q-3 9 0 18h3.200q3-9 0-18z"/><path fill="#3a2150" d="M-4-11h8v2h-8zM-4 9h8v2h-8z"/></g></g>`,
    parcel: `<g id="{id}-parcel"><path d="M-7-13H5V0H-7z"/><path fill="#7a5468" d="m5-13 3 2V-1L5 0z"/><path fill="#e4512b" d="M-3-13h3.4V0H-3zM-1.5-13c-5-6-8 0 0 0 7-6 8 0 0 0"/></g>`,
  };
}

type Counted = "star" | "vote" | "parcel";
interface Piece<Kind extends Counted = Counted> {
  kind: Kind;
  name: `${Kind}-${number}`;
  svg: string;
}

function use(shape: Counted, x: number, y: number, scale: number, more = ""): string {
  const size = Number(scale.toFixed(2)).toString().replace(/^0/, "");
  const place = `translate(${Math.round(x)} ${Math.round(y)})${scale === 1 ? "" : `scale(${size})`}`;
  return `<use href="#{id}-${shape}" transform="${place}"${more}/>`;
}

/** A star per month of the account, a lantern per vote, a parcel per order. They keep their places. */
export function countedOn({ seed, ageDays, orders, votes }: IslandFacts, size: IslandSize, placed: Placed[]) {
  const [left = 0, top = 0, width = 0, height = 0] = kit.sizes[size].viewBox;
  const share = (question: string) => roll(seed, question, 1000) / 1000;
  const list = <Kind extends Counted>(kind: Kind, amount: number, draw: (i: number) => string) =>
    Array.from({ length: amount }, (_, i): Piece<Kind> => ({ kind, name: `${kind}-${i + 1}`, svg: draw(i) }));
  // Golden ratio: spreads consecutive stars over the width.
  const stars = list("star", Math.min(Math.floor(count(ageDays) / 30), MOST_STARS), (i) =>
    use(
      "star",
      left + width * (0.05 + 0.9 * ((share("stars") + i * 0.618) % 1)),
      top + height * (0.04 + 0.18 * share(`star ${i}`)),
      Math.round((width / 64) * (0.8 + 0.5 * share(`star size ${i}`))) / 10,
    ),
  );
  // The R2 sequence spreads the lanterns of a side over an area, below the banners.
  const lanterns = list("vote", Math.min(count(votes), MOST_LANTERNS), (i) => {
    const turn = Math.floor(i / 2);
    const aside = (share("lanterns") + turn * 0.755) % 1;
    const down = (share("lanterns down") + turn * 0.57) % 1;
    const x = i % 2 ? CLEAR + 0.12 * aside : 0.96 - 0.24 * aside;
    return use("vote", left + width * x, top + height * (0.74 + 0.18 * down), 1);
  });
  const jetty = placed.find(({ name }) => name === "jetty");
  const parcels = list("parcel", jetty ? Math.min(count(orders), MOST_PARCELS) : 0, (i) => {
    const { x, y, scale } = jetty ?? { x: 0, y: 0, scale: 1 };
    const [dx, row] = pile[i] ?? [0, 0];
    const paper = ` fill="${papers[i % papers.length]}"`;
    return use("parcel", x + dx * scale, y - (7 + dx * 0.08 + row * 13.5) * scale, scale, paper);
  });
  return { stars, lanterns, parcels };
}

/** Returns the member's own mix of flowers, 12 to the power of 7: no two members have the same meadow. */
export function flowersOf(seed: string, size: IslandSize): string {
  const [left, width, ends, depth] = meadows[size];
  const each = Array.from({ length: FLOWERS }, (_, i) => {
    const at = (i + 0.7 + roll(seed, `flower at ${i}`, 7) / 10) / (FLOWERS + 1);
    const y = ends + 2 * at * (1 - at) * depth + 4;
    return {
      petal: petals[roll(seed, `petal ${i}`, petals.length)],
      path: `M${Math.round(left + width * at)} ${Math.round(y)}${flowers[roll(seed, `flower ${i}`, flowers.length)]}`,
    };
  });
  return petals
    .map((colour) => [colour, each.filter(({ petal }) => petal === colour)] as const)
    .filter(([, list]) => list.length > 0)
    .map(([colour, list]) => `<path fill="${colour}" d="${list.map(({ path }) => path).join("")}"/>`)
    .join("");
}
