import { createHash } from "node:crypto";

/**
 * Creates a random number generator (mulberry32) for reproducible failures.
 *
 * @param seed the same seed gives the same numbers
 * @returns a function that returns the next number, from 0 to below 1
 */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Returns the seed of a random test: of its variable, else of TESTS_SEED, else of the clock. A whole run of `npm test`
 * sets TESTS_SEED by commit and Node, so that a repeated run of the same commit does the same.
 *
 * @param name variable that repeats one test, which prints it
 * @param of what distinguishes several seeds of one name
 * @returns an integer from 0 to below 1,000,000
 */
export function seedOf(name: string, of = ""): number {
  const { [name]: own, TESTS_SEED: whole } = process.env;
  if (own !== undefined) return Number(own);
  if (!whole) return Date.now() % 1_000_000;
  return createHash("sha256").update(`${whole} ${name} ${of}`).digest().readUInt32BE() % 1_000_000;
}
