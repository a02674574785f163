import * as clock from "#server/runtime/clock.server";
import { log } from "#server/observe/log.server";

/** TTL of a negative result, because the API may be upgraded while the site runs. */
const NO_LASTS_MS = 10 * 60_000;

/** One API feature that older APIs lack. Detected from regular calls, never by a probe. */
class Feature {
  /** Last known result; undefined before the first use. */
  has: boolean | undefined;
  #at = 0;

  constructor(readonly name: string) {}

  /** Returns whether the API is known to lack it; asks again after 10 minutes. */
  isMissing(): boolean {
    return this.has === false && clock.now() - this.#at < NO_LASTS_MS;
  }

  /** Records the result of a call. Logs a change. */
  note(has: boolean): void {
    if (this.has !== has) log.info({ feature: this.name, has }, "what the product API offers for purchases");
    this.has = has;
    this.#at = clock.now();
  }
}

/** docs/purchases.md, "An older API": the list of purchases, the cancellation of an intent, amounts in responses. */
export const features = {
  list: new Feature("list"),
  cancel: new Feature("cancel"),
  prices: new Feature("prices"),
};
