import { getProduct } from "#server/api/store.server";
import { ApiError } from "#server/errors/api-error";
import { invalidAccess, type Session } from "#server/session/session.server";
import { Code } from "#server/wire/codes";
import type { StoreObject } from "#server/wire/store";

/** Keyed by session; each request has its own. An action and the loaders after it read the item once. */
const readItems = new WeakMap<Session, Map<string, Promise<StoreObject>>>();

/**
 * Returns the item of a URL, read once per request. If a later call times out, the page can still be rendered.
 *
 * @throws the "Invalid Access" redirect when the id is missing or not a number
 * @throws ApiError when the item cannot be read; http 404 when there is no such item
 */
export async function requireItem(
  session: Session,
  id: string | undefined,
  language: string,
): Promise<StoreObject> {
  if (id === undefined || !/^\d{1,15}$/.test(id)) return invalidAccess(session);
  const items = readItems.get(session) ?? new Map<string, Promise<StoreObject>>();
  readItems.set(session, items);
  const reading = items.get(`${id} ${language}`) ?? getProduct(session, Number(id), language);
  items.set(`${id} ${language}`, reading);
  try {
    return await reading;
  } catch (error) {
    const isMissing = error instanceof ApiError && error.code === Code.STORE_OBJECT_NOT_FOUND;
    throw isMissing ? ApiError.http(error.call, 404, error.code) : error;
  }
}
