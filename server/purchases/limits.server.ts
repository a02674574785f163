/** Maximum difference between the API's clock and ours (docs/purchases.md#when-the-site-says-complete). */
export const CLOCKS_MS = 60_000;

/** Time after which the API has decided a call: it stops calls after 15 s. */
export const DECIDED_AFTER_MS = 15_000 + CLOCKS_MS;
