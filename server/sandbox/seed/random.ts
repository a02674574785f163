/** Seeded pseudo-random generator (mulberry32). */
export interface Random {
  /** Returns a number from 0 to below 1. */
  next(): number;
  /** Returns an integer from `from` to `to`, both included. */
  whole(from: number, to: number): number;
  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T;
  chance(probability: number): boolean;
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    whole,
    pick(list) {
      const item = list[whole(0, list.length - 1)];
      if (item === undefined) throw new RangeError("Nothing to pick from");
      return item;
    },
    chance: (probability) => next() < probability,
  };
}
