import { passTypes } from "~/domain/dao";
import { countedOn, flowersOf, shapesIn } from "./counted.server";
import { landingOf } from "./landing.server";
import { inLight, type IslandLight, lightColours } from "./light.server";
import { hash, type IslandFacts, kit, type Placed, planOf, roll, tellIsland } from "./plan.server";
import { glowAt, groundAt, houseAt, isBuilt, type IslandStep } from "./steps.server";

export { type IslandFacts, sizeOf, tellIsland } from "./plan.server";

/** What of the island is earned, by name; a piece that is there stays, so what a list lacks is new. */
export function piecesOf(facts: IslandFacts) {
  const { size, placed } = planOf(facts);
  const passes = passTypes.filter((pass) => facts.passes.includes(pass));
  const { stars, lanterns, parcels } = countedOn(facts, size, placed);
  return [
    ...tellIsland(facts).parts,
    ...passes.map((pass) => `banner-${pass.toLowerCase()}` as const),
    ...[...stars, ...lanterns, ...parcels].map(({ name }) => name),
  ];
}
export type IslandPiece = ReturnType<typeof piecesOf>[number];

/** Animates a new piece into its place when the image loads; static under reduced motion. */
const arrival =
  "<style>@media (prefers-reduced-motion:no-preference){.new{animation:new .9s .3s ease-out both}@keyframes new{from{opacity:0;translate:0 -28px}}}</style>";

interface Look {
  light?: IslandLight;
  /** The lower half stands on a light page. */
  isOnPaper?: boolean;
  /** A balloon sets down the last parcel (the thank-you page). */
  isLanding?: boolean;
  /** A step of the sign-up in place of a member's island. */
  step?: IslandStep | undefined;
}

/** Returns the island as SVG, at most 19 kB. @param arrived names of the pieces that are drawn arriving */
export function composeIsland(
  facts: IslandFacts,
  arrived: readonly string[] = [],
  { light = "dusk", isOnPaper = false, isLanding = false, step }: Look = {},
): string {
  const { seed } = facts;
  const plan = planOf(facts);
  const { size } = plan;
  const placed = isBuilt(step) ? plan.placed : [];
  const base = kit.sizes[size];
  const id = `m${hash(JSON.stringify([seed, placed, light, step]))
    .toString(36)
    .slice(-5)}`;
  const { grass, rock } = kit.palettes;
  const colours = {
    ...grass[roll(seed, "grass", grass.length)],
    ...rock[roll(seed, "rock", rock.length)],
  };
  const tinted = (svg: string) => svg.replace(/\{(\w)\}/g, (_, role: string) => colours[role] ?? "");
  const svgOf = (name: string) => {
    const svg = inLight(name, kit.parts[name]?.svg ?? "", light);
    return name.startsWith("house") ? houseAt(step, svg, light) : svg;
  };

  // A part that occurs more than once is defined once and reused.
  const names = placed.map(({ name }) => name);
  const often = [...new Set(names.filter((name, i) => names.indexOf(name) < i))].sort();
  // Around the piece: a transform of its own would give way to the animation's.
  const arriving = (name: string, svg: string) =>
    arrived.includes(name) ? `<g class="new">${svg}</g>` : svg;
  const draw = ({ name, x, y, scale }: Placed) => {
    const transform = `transform="translate(${x} ${y})scale(${scale})"`;
    return often.includes(name)
      ? `<use href="#${id}-${name}" ${transform}/>`
      : arriving(name, `<g data-part="${name}" ${transform}>${svgOf(name)}</g>`);
  };
  const { stars, lanterns, parcels } = countedOn(facts, size, placed);
  const shapes = shapesIn(lightColours[light], size, isOnPaper);
  const defs = [
    stars.length > 0 && shapes.star,
    lanterns.length > 0 && shapes.vote,
    parcels.length > 0 && shapes.parcel,
    ...often.map((name) => `<g id="${id}-${name}">${svgOf(name)}</g>`),
  ].filter(Boolean);
  const ground = groundAt(step, { back: tinted(base.back.svg), front: tinted(base.front.svg) }, colours);
  const pieces = (list: typeof stars | typeof lanterns | typeof parcels) =>
    list.map(({ name, svg }) => arriving(name, svg));
  const picture = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${base.viewBox.join(" ")}" width="${kit.width}" height="${kit.height}" stroke-linecap="round" stroke-linejoin="round" data-size="${size}" data-light="${light}">`,
    arrived.length > 0 && arrival,
    defs.length > 0 && `<defs>${defs.join("")}</defs>`,
    ...pieces(stars),
    ground.back,
    ...placed.filter(({ z }) => z < base.front.z).map(draw),
    ground.front,
    isBuilt(step) && flowersOf(seed, size),
    ...placed.filter(({ z }) => z >= base.front.z).map(draw),
    glowAt(step, placed),
    // In front, so that no tree or rock hides what has come.
    ...pieces(isLanding ? parcels.slice(0, -1) : parcels),
    ...pieces(lanterns),
    isLanding && landingOf(parcels.at(-1)),
    "</svg>",
  ];
  return picture.filter(Boolean).join("").replaceAll("{id}", id);
}

/** The island of a step of the sign-up, the same for all: the account has no id before the last step. */
export function composeStep(step: IslandStep): string {
  const [, , width, height] = STEP_VIEW;
  return composeIsland({ seed: "m-104", ageDays: 0, orders: 0, votes: 0, passes: [] }, [], {
    light: "night",
    step,
  }).replace(
    /viewBox="[^"]*" width="\d+" height="\d+"/,
    `viewBox="${STEP_VIEW.join(" ")}" width="${width * 2}" height="${height * 2}"`,
  );
}
const STEP_VIEW = [172, 240, 296, 240] as const;
