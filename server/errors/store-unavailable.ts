/** The session store is down, hung or full. Visitors get 503 and keep their cookie. */
export class StoreUnavailable extends Error {
  override name = "StoreUnavailable";
}

/** Checks by name: the HTTP front and the Remix build are two bundles with separate classes, but share the store. */
export const isStoreUnavailable = (error: unknown): error is StoreUnavailable =>
  error instanceof Error && error.name === "StoreUnavailable";

/** Ignores an outage of the store, for `catch`. Rethrows other errors. */
export function ignoreOutage(error: unknown): undefined {
  if (!isStoreUnavailable(error)) throw error;
}
