/** The API's clock and ours may differ so much (docs/purchases.md, "When complete is said"). */
export const CLOCKS_MS = 60_000;

/** So long after a call was sent the API has decided it: it stops a call that runs longer than 15 s. */
export const DECIDED_AFTER_MS = 15_000 + CLOCKS_MS;
