import { hourInJapan } from "~/domain/sky";
import type { ChosenTheme } from "~/domain/theme";

export const islandLights = ["day", "dusk", "night"] as const;
export type IslandLight = (typeof islandLights)[number];

export interface LightColours {
  /** Whether halos and the lighthouse's beam are drawn; on a light ground they would be orange discs. */
  glows: boolean;
  window: string;
  star: string;
  lantern: { paper: string; core: string };
}

/** By day windows show the sky, lanterns are paper, stars are cut paper. */
export const lightColours: Record<IslandLight, LightColours> = {
  day: {
    glows: false,
    window: "#a8cfd0",
    star: "#fffaf0",
    lantern: { paper: "#ef6a45", core: "#ffd2a0" },
  },
  dusk: { glows: true, window: "#ffc27a", star: "#ffdca8", lantern: { paper: "#ff7a59", core: "#ffe6bd" } },
  night: { glows: true, window: "#ffd08a", star: "#ffe6bd", lantern: { paper: "#ff8a5c", core: "#fff0cf" } },
};

/** Returns the light of an island at a time; the night theme is the night of the same place. */
export function islandLightAt(now: number, theme: ChosenTheme | null): IslandLight {
  const hour = hourInJapan(now);
  if (theme === "night" || hour >= 21 || hour < 5) return "night";
  return hour >= 7 && hour < 17 ? "day" : "dusk";
}

const HALO = /<circle [^>]*fill="#ffc27a" opacity="[^"]+"[^>]*\/>/g;
const BEAM = /<linearGradient[^>]*>.*?<\/linearGradient>|<path fill="url\(#\{id\}-beam\)"[^>]*\/>/gs;

/** Returns a part of the kit, which is drawn at dusk, in another light. */
export function inLight(name: string, svg: string, light: IslandLight): string {
  const { glows, window } = lightColours[light];
  let out = glows ? svg : svg.replace(HALO, "").replace(BEAM, "");
  if (/^(?:house|library|windmill)/.test(name)) out = out.replaceAll("#ffc27a", window);
  // Cream on a light sky is not visible.
  if (name === "kite" && light === "day") out = out.replace('stroke="#fff1dc"', 'stroke="#8a6f86"');
  return out;
}
