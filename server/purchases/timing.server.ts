import { singleton } from "#server/runtime/singleton";

/**
 * How long things may take, in milliseconds; one object for both bundles, so that a test of many thousand steps can make
 * them short.
 */
export const timing = singleton("purchase-timing", () => ({
  /** payment.md: "tried again three times with a pause". Before each try. */
  tries: [0, 300, 900],
  /** A balance of which the history shows nothing so long after it was asked for was not taken. */
  missingAfter: 3 * 60_000,
  /** A page waits so long for what the reconciler finds; it goes on without the page. */
  pageWait: 1_500,
  /** The page of one purchase waits for its three tries. */
  purchaseWait: 12_000,
  /** Between two rounds of the background. */
  round: 15_000,
}));
