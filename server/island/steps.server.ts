import { lightColours, type IslandLight } from "./light.server";
import type { Colours, Placed } from "./plan.server";

/** The four steps of the sign-up: the rock, its grass, a house, and light in its window. */
export const islandSteps = ["rock", "grass", "house", "window"] as const;
export type IslandStep = (typeof islandSteps)[number];

/** Returns whether the houses stand at this step; without a step the island is a member's. */
export const isBuilt = (step: IslandStep | undefined) => step !== "rock" && step !== "grass";

interface Ground {
  back: string;
  front: string;
}

/** Returns the ground of a step: bare rock, then grass with a sprout and a fence, then the ground of every island. */
export function groundAt(step: IslandStep | undefined, { back, front }: Ground, colours: Colours): Ground {
  if (step === "rock") {
    const green = new RegExp(
      `<path fill="(?:${[colours.m, colours.h, colours.f, "#d8b684"].join("|")})"[^>]*/>`,
      "g",
    );
    return {
      back: back.replace(green, ""),
      front: `<path fill="${colours.k}" d="M203 332q116 12 233 0l-6 9q-110 10-220 0z" opacity=".55"/><path fill="#8f77a8" d="M201 326q118 9 238 0 3 3-2 7-118 13-234 0-5-4-2-7"/><path fill="#b7a2c9" d="M201 326q118 9 238 0 1 1 1 3-120 8-240 0 0-2 1-3"/>`,
    };
  }
  if (step !== "grass") return { back, front };
  return {
    back,
    front: `${front}<g transform="translate(364 327)"><path fill="none" stroke="#58a583" stroke-width="2.4" d="M0 0v-13"/><path fill="#8cc79a" d="M0-9q-1-9-10-9 0 9 10 9M0-11q1-8 9-9 0 9-9 9"/></g><path fill="none" stroke="#d8b684" stroke-width="2" d="M272 329v-9M304 329v-9M272 322h32"/>`,
  };
}

/** Returns a house at nightfall: walls in shade, so that a window seems lit; before the last step it is dark. */
export function houseAt(step: IslandStep | undefined, svg: string, light: IslandLight): string {
  if (step === undefined) return svg;
  const shaded = svg.replaceAll("#fbe9cf", "#c3abb6").replaceAll("#bfa2a2", "#8b7192");
  return step === "house" ? shaded.replaceAll(lightColours[light].window, "#55405f") : shaded;
}

/** Returns the light of the last step: behind the glass, around it and on the grass. */
export function glowAt(step: IslandStep | undefined, placed: Placed[]): string {
  const house = placed.find(({ name }) => name.startsWith("house"));
  if (step !== "window" || !house) return "";
  return `<g transform="translate(${house.x} ${house.y})scale(${house.scale})"><radialGradient id="{id}-w"><stop stop-color="#ffd08a" stop-opacity=".85"/><stop offset=".45" stop-color="#ffc27a" stop-opacity=".3"/><stop offset="1" stop-color="#ffc27a" stop-opacity="0"/></radialGradient><circle cx="-11" cy="-20" r="34" fill="url(#{id}-w)"/><circle cx="24" cy="-19" r="30" fill="url(#{id}-w)" opacity=".7"/><rect width="10" height="12" x="-16" y="-26" fill="#fff0cf" rx="1"/><path fill="#ffdf9a" d="M11-11v-14l8-1.200v14zm17-2.600v-14l8-1.200v14z"/><path fill="#ffd9a0" opacity=".5" d="m-19 1 18-1 9 7h-32z"/></g>`;
}
