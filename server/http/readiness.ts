import { log } from "#server/observe/log.server";
import { NOT_READY_AFTER_MS, READY_AFTER_MS } from "./budgets";

/** Not ready after NOT_READY_AFTER_MS in which guests were refused, so that a load balancer takes another instance. */
export class Readiness {
  #firstRefusal = -Infinity;
  #lastRefusal = -Infinity;
  #wasReady = true;

  constructor(private readonly now = () => performance.now()) {}

  /** Records a refused guest. Call it only when a shared limit is reached, not a limit per address or network. */
  guestRefused(): void {
    const now = this.now();
    if (now - this.#lastRefusal > READY_AFTER_MS) this.#firstRefusal = now;
    this.#lastRefusal = now;
  }

  isReady(): boolean {
    const isOver = this.now() - this.#lastRefusal > READY_AFTER_MS;
    const isReady = isOver || this.#lastRefusal - this.#firstRefusal < NOT_READY_AFTER_MS;
    if (isReady !== this.#wasReady) {
      this.#wasReady = isReady;
      if (isReady) log.info("ready: guests are served again");
      else log.error("not ready: guests have been refused for seconds");
    }
    return isReady;
  }
}

export const readiness = new Readiness();
