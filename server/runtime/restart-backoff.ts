const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A program that ran this long counts as recovered, and the next pause is the first again. */
const RECOVERED_MS = 60_000;

/** How long to wait before a program that has ended is started again: longer each time, so that nothing spins. */
export class Restarts {
  #pause = FIRST_PAUSE_MS;

  /**
   * @param ranForMs from its start to its end
   * @returns milliseconds to wait
   */
  next(ranForMs: number): number {
    if (ranForMs >= RECOVERED_MS) this.#pause = FIRST_PAUSE_MS;
    const pause = this.#pause;
    this.#pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    return pause;
  }
}
