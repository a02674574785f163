import { random } from "../../setup/random";

/** One in so many is tried each time, another one each time; ATTACKS=all tries all (every night). */
const ONE_IN = 3;

/**
 * Which of many attacks are tried this time.
 *
 * @returns `isDrawn` says it of the next one, `told` which they were: `ATTACKS_SEED` tries the same again
 */
export function draw(): { isDrawn: () => boolean; told: string } {
  if (process.env["ATTACKS"] === "all") return { isDrawn: () => true, told: "all" };
  const seed = Number(process.env["ATTACKS_SEED"] ?? Date.now() % 100_000);
  const next = random(seed);
  return { isDrawn: () => next() * ONE_IN < 1, told: `one in ${ONE_IN}, ATTACKS_SEED=${seed}` };
}
