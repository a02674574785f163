/** No verdict: the API cannot be reached, or sign-in fails. Exit code 3. */
export class NoVerdict extends Error {}

/** The limit of purchases is reached. Exit code 4. */
export class PurchaseLimit extends Error {}

/** The surroundings: the real ones, or those of a test. */
export interface Env {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Sleeps; in a test it moves the API's clock. */
  wait: (ms: number) => Promise<void>;
  /** Milliseconds for measuring; in a test those of the API's clock. */
  elapsed: () => number;
  /** How many times longer than its limit a call may really take before it is given up. */
  patience: number;
  signal: AbortSignal;
  fetch: (request: Request) => Promise<Response>;
}
