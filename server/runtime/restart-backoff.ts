const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A program that ran this long has recovered: the next pause is the first one again. */
const RECOVERED_MS = 60_000;

/** Exponential backoff for restarting a program that has ended. */
export class Restarts {
  #pause = FIRST_PAUSE_MS;

  next(ranForMs: number): number {
    const pause = ranForMs >= RECOVERED_MS ? FIRST_PAUSE_MS : this.#pause;
    this.#pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    return pause;
  }
}
