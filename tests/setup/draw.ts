import { random } from "./random";

interface Draw {
  /** Whether the next one is tried. */
  isDrawn: () => boolean;
  /** One of several; all of them when all are tried. */
  some: <T>(of: readonly T[]) => readonly T[];
  /** Which they were: NAME_SEED tries the same again. */
  told: string;
}

/** One screen in two, and all of them with SCREENS=all; what they are for is printed with the seed. */
export function drawScreens(what: string): Draw["isDrawn"] {
  const { isDrawn, told } = draw("SCREENS", 2);
  console.log(`${what}: ${told}`);
  return isDrawn;
}

/**
 * Which of many are tried this time: another part each time, and all of them every night, with NAME=all.
 *
 * @param name of the variables that change it
 * @param oneIn one in so many is tried
 */
export function draw(name: string, oneIn: number): Draw {
  if (process.env[name] === "all") return { isDrawn: () => true, some: (of) => of, told: "all" };
  const seed = Number(process.env[`${name}_SEED`] ?? Date.now() % 100_000);
  const next = random(seed);
  return {
    isDrawn: () => next() * oneIn < 1,
    some: (of) => of.slice(Math.floor(next() * of.length)).slice(0, 1),
    told: `one in ${oneIn}, ${name}_SEED=${seed}`,
  };
}
