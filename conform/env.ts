/** Thrown when the API is unreachable or sign-in fails. The run ends with exit code 3. */
export class NoVerdict extends Error {}

/** Thrown at the purchase limit. The run ends with exit code 4, or 1 if a rule has failed. */
export class PurchaseLimit extends Error {}

/** Thrown for a service beside the API (mailbox, card provider) whose response cannot be read. Ends the step only. */
export class Unreadable extends Error {
  /**
   * @param path what could not be read
   * @param wanted what the kit expects there
   */
  constructor(
    readonly path: string,
    readonly wanted: string,
    found: string,
  ) {
    super(found);
  }
}

/** Number of purchases that one run may make. */
export const MOST_PURCHASES = 10;
/** Consecutive calls without a response that end the run. */
export const MOST_SILENCE = 3;

/** Clock, network and abort signal of a run; a test replaces them. */
export interface Env {
  /** Current time in ms since 1970. */
  now: () => number;
  /** Waits for a number of ms; in a test it advances the API's clock. */
  wait: (ms: number) => Promise<void>;
  /** Monotonic time in ms for measurements; in a test, the API's clock. */
  elapsed: () => number;
  /** Factor from the limit of a call to its request timeout. */
  patience: number;
  signal: AbortSignal;
  fetch: (request: Request) => Promise<Response>;
}
