/** The session store is down, hung or full. Visitors get 503 and keep their cookie. */
export class StoreUnavailable extends Error {
  override name = "StoreUnavailable";
}

export const isStoreUnavailable = (error: unknown): error is StoreUnavailable =>
  error instanceof StoreUnavailable;

/** Ignores an outage of the store, for `catch`. Rethrows other errors. */
export function ignoreOutage(error: unknown): undefined {
  if (!isStoreUnavailable(error)) throw error;
}
