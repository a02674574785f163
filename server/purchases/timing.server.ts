/** Times in ms. An object, so that a test with thousands of steps can shorten them. */
export const timing = {
  /** Pause before each attempt. payment.md: "tried again three times with a pause". */
  tries: [0, 300, 900],
  /** Time after the purchase call; without a history line by then, the balance was not charged. */
  missingAfter: 3 * 60_000,
  /** How long a page waits for the reconciliation, which continues after it. */
  pageWait: 1_500,
  /** How long the page of one purchase waits: enough for three attempts. */
  purchaseWait: 12_000,
  /** Interval of the background reconciliation. */
  round: 15_000,
};
