import { getProduct } from "#server/api/store.server";
import { ApiError } from "#server/errors/api-error";
import { invalidAccess, type Session } from "#server/session/session.server";
import { Code } from "#server/wire/codes";
import type { StoreObject } from "#server/wire/store";

/** By session, of which there is one for each request: an action and the loaders after it read the item once. */
const readItems = new WeakMap<Session, Map<string, Promise<StoreObject>>>();

/**
 * The item of an address, read once in a request: when a call after it runs into its time limit, the page is still there
 * to say so.
 *
 * @param id as it stands in the address
 * @param language of its name
 * @throws the "Invalid Access" redirect when the id is missing or no number
 * @throws ApiError when it cannot be read; http 404 for a number of no item
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
