import { countInFlight, countLimited } from "#server/observe/metrics.server";
import { visitorKey } from "#server/request/address";

/** How many requests may be worked on at once, how many of them for guests, and how many of those for one address. */
export const inFlightLimits = { all: 512, guests: 384, perAddress: 128 };

/** Seconds after which a visitor whose request was not taken may ask again. */
export const RETRY_AFTER_SECONDS = 5;

interface Visitor {
  /** Undefined where it is not known. */
  address: string | undefined;
  /** Whether the site has given this visitor a session; asked only when the guests' places are taken. */
  isKnown: () => Promise<boolean>;
}

/**
 * The places for requests under way. Each costs memory, and those that cost the processor wait for each other: past a
 * number all would wait in vain, so the next one is told to come back. Members go before guests, and no address holds
 * more than a part of the guests' places.
 */
export class Admission {
  readonly #limits: typeof inFlightLimits;
  readonly #ofAddress = new Map<string, number>();
  #inFlight = 0;

  constructor(limits = inFlightLimits) {
    this.#limits = limits;
  }

  /** @returns what gives the place back, to be called once; undefined when there is none */
  async enter({ address, isKnown }: Visitor): Promise<(() => void) | undefined> {
    const key = address ? visitorKey(address) : undefined;
    const full = this.#fullFor(key);
    // isKnown() takes time, and the last place may have been taken meanwhile.
    if (full && (full === "all" || !(await isKnown()) || this.#inFlight >= this.#limits.all)) {
      countLimited(`in-flight-${full}`);
      return undefined;
    }
    this.#count(key, 1);
    return () => this.#count(key, -1);
  }

  #fullFor(key: string | undefined): "all" | "guests" | "address" | undefined {
    const { all, guests, perAddress } = this.#limits;
    if (this.#inFlight >= all) return "all";
    if (this.#inFlight >= guests) return "guests";
    return key !== undefined && (this.#ofAddress.get(key) ?? 0) >= perAddress ? "address" : undefined;
  }

  #count(key: string | undefined, change: 1 | -1): void {
    this.#inFlight += change;
    countInFlight(change);
    if (key === undefined) return;
    const count = (this.#ofAddress.get(key) ?? 0) + change;
    if (count > 0) this.#ofAddress.set(key, count);
    else this.#ofAddress.delete(key);
  }
}
