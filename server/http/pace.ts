import type { Pace } from "./budgets";

const CHECK_MS = 500;

/**
 * Measures how fast a body arrives. Counts only the time in which the server waits for bytes, so back-pressure from the
 * reader does not make a sender slow.
 */
export class PaceWatch {
  readonly #pace: Pace;
  readonly #timer: NodeJS.Timeout;
  #bytes = 0;
  #waitedMs = 0;
  #since: number | undefined;

  /** @param onSlow called once, when the sender is slower than the pace */
  constructor(pace: Pace, onSlow: () => void) {
    this.#pace = pace;
    this.#timer = setInterval(() => {
      if (!this.#isSlow()) return;
      this.stop();
      onSlow();
    }, CHECK_MS).unref();
  }

  wait(): void {
    this.#since ??= performance.now();
  }

  pause(): void {
    this.#waitedMs = this.#waited();
    this.#since = undefined;
  }

  received(bytes: number): void {
    this.#bytes += bytes;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #waited(): number {
    return this.#waitedMs + (this.#since === undefined ? 0 : performance.now() - this.#since);
  }

  #isSlow(): boolean {
    const { graceMs, bytesPerSecond, deadlineMs } = this.#pace;
    const waited = this.#waited();
    if (waited >= deadlineMs) return true;
    return waited >= graceMs && this.#bytes < (waited / 1_000) * bytesPerSecond;
  }
}
