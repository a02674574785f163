export type Random = ReturnType<typeof seededRandom>;

/** Returns a seeded pseudo-random generator (mulberry32). */
export function seededRandom(seed: number) {
  let state = seed >>> 0;
  /** Returns a number from 0 to below 1. */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  /** Returns an integer from `from` to `to`, both included. */
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    whole,
    pick<T>(list: readonly T[]): T {
      const item = list[whole(0, list.length - 1)];
      if (item === undefined) throw new RangeError("Nothing to pick from");
      return item;
    },
    chance: (probability: number) => next() < probability,
  };
}
