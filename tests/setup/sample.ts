import { random } from "./random";

interface Draw {
  /** Returns true if the next item is selected. */
  isDrawn: () => boolean;
  /** Returns one random item, or all of them with NAME=all. */
  some: <T>(of: readonly T[]) => readonly T[];
  /** Description of the sample; NAME_SEED repeats it. */
  told: string;
}

/** Samples one screen in two, or all with SCREENS=all. Prints the purpose with the seed. */
export function sampleScreens(what: string): Draw["isDrawn"] {
  const { isDrawn, told } = draw("SCREENS", 2);
  console.log(`${what}: ${told}`);
  return isDrawn;
}

/**
 * Selects a random sample, which differs in each run. With NAME=all, every night, it selects everything.
 *
 * @param name prefix of the environment variables
 * @param oneIn one item in this many is selected
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
