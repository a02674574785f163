import { createHash } from "node:crypto";
import { random, seedOf } from "./random";

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
  const { isDrawn, told } = draw("SCREENS", 2, what);
  console.log(`${what}: ${told}`);
  return isDrawn;
}

/**
 * Selects a random sample, which differs in each run. With NAME=all, every night, it selects everything.
 *
 * @param name prefix of the environment variables
 * @param oneIn one item in this many is selected
 * @param of what the sample is for, if there are several of one name
 */
export function draw(name: string, oneIn: number, of?: string): Draw {
  if (process.env[name] === "all") return { isDrawn: () => true, some: (of) => of, told: "all" };
  const seed = seedOf(`${name}_SEED`, of);
  const next = random(seed);
  return {
    isDrawn: () => next() * oneIn < 1,
    some: (of) => of.slice(Math.floor(next() * of.length)).slice(0, 1),
    told: `one in ${oneIn}, ${name}_SEED=${seed}`,
  };
}

/**
 * Returns the seed of a whole run's sample: the jobs of CI test one commit, each with another Node, and see different
 * samples.
 *
 * @param commit hash of the commit; undefined outside of a repository
 */
export const sampleSeed = (commit: string | undefined, node = process.versions.node): string =>
  `${commit ?? Date.now()}-node${node.split(".")[0]}`;

/** Files of the main journeys. */
const MAIN =
  /(accounts|dao(-debates)?|home|my-page(-history(-scripts)?|-profile)?|store(-order|-card(-tabs)?)?|support(-inquiry)?|wallet)\.spec\.ts$/;
/** `npm test` runs one in this many of the main journeys, each in one mode: with scripts or without. */
export const MAIN_ONE_IN = 3;
/** Tags of tests that have one mode only. */
const ONE_MODE = /@(scripts-only|no-scripts)\b/;
const MODES = ["scripts", "no-scripts"];
/** Of the other browser tests, one in this many runs. */
export const ONE_IN = 16;

const drawnNumber = (seed: string, title: string) =>
  createHash("sha256").update(`${seed} ${title}`).digest().readUInt32BE();

/**
 * Decides whether a browser test runs. A whole run of `npm test` sets BROWSER_TESTS_SEED. It runs one in three of the
 * main journeys, each in one mode, and one in sixteen of the other tests, all with the same chance; the same seed selects
 * the same tests. Without the variable, as in `npm run test:e2e` and every night, all run.
 *
 * @param file path of the test's file
 * @param mode name of the Playwright project
 * @param title titles of the test, with its tags
 */
export function isInSample(
  file: string,
  mode: string,
  title: string,
  seed = process.env["BROWSER_TESTS_SEED"],
): boolean {
  if (!seed) return true;
  if (!MAIN.test(file)) return drawnNumber(seed, `${mode} ${file.split("/").at(-1)} ${title}`) % ONE_IN === 0;
  const drawn = drawnNumber(seed, title);
  if (drawn % MAIN_ONE_IN !== 0) return false;
  return ONE_MODE.test(title) || MODES[Math.floor(drawn / MAIN_ONE_IN) % MODES.length] === mode;
}
