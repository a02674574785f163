import * as clock from "#server/runtime/clock.server";
import { log } from "#server/observe/log.server";
import { singleton } from "#server/runtime/singleton";

/** So long a "no" stands: an API may be replaced by a newer one while the site runs. */
const NO_LASTS_MS = 10 * 60_000;

/** One part of the API that an older one lacks: found out by its first use, never by a trial call. */
class Feature {
  #has: boolean | undefined;
  #at = 0;

  constructor(readonly name: string) {}

  /** Whether the API lacks it, as far as is known; false while nobody has tried, or again after 10 minutes. */
  isMissing(): boolean {
    return this.#has === false && clock.now() - this.#at < NO_LASTS_MS;
  }

  /** undefined: nobody has tried. */
  get has(): boolean | undefined {
    return this.#has;
  }

  /** Notes what a call has shown; a change is logged once. */
  note(has: boolean): void {
    if (this.#has !== has) log.info({ feature: this.name, has }, "what the product API offers for purchases");
    this.#has = has;
    this.#at = clock.now();
  }

  /** For tests that change the API under a running site. */
  forget(): void {
    this.#has = undefined;
  }
}

/**
 * What the product API offers beyond the first specification (docs/purchases.md, "An older API"): the list of purchases,
 * the cancellation of an intent, and the money in its answers.
 */
export const features = singleton("purchase-features", () => ({
  list: new Feature("list"),
  cancel: new Feature("cancel"),
  prices: new Feature("prices"),
}));
