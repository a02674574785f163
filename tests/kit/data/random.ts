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
