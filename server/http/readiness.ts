import { log } from "#server/observe/log.server";
import { NOT_READY_AFTER_MS, READY_AFTER_MS } from "./budgets";

/**
 * Whether this process serves guests. It does not while it refuses some, for want of places that are anybody's, for
 * seconds on end: a balancer then sends them to another instance.
 */
export class Readiness {
  readonly #now: () => number;
  #firstRefusal = -Infinity;
  #lastRefusal = -Infinity;
  #wasReady = true;

  /** @param now clock in ms, for tests */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Records that a guest was refused, and not for what this guest's own address holds. */
  guestRefused(): void {
    const now = this.#now();
    if (now - this.#lastRefusal > READY_AFTER_MS) this.#firstRefusal = now;
    this.#lastRefusal = now;
  }

  isReady(): boolean {
    const isOver = this.#now() - this.#lastRefusal > READY_AFTER_MS;
    const isReady = isOver || this.#lastRefusal - this.#firstRefusal < NOT_READY_AFTER_MS;
    if (isReady !== this.#wasReady) {
      this.#wasReady = isReady;
      if (isReady) log.info("ready: guests are served again");
      else log.error("not ready: guests have been refused for seconds");
    }
    return isReady;
  }
}

/** The readiness of this process. */
export const readiness = new Readiness();
