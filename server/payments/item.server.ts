import { getProduct } from "#server/api/store.server";
import { ApiError } from "#server/errors/api-error";
import { invalidAccess, type Session } from "#server/session/session.server";
import { Code } from "#server/wire/codes";
import type { StoreObject } from "#server/wire/store";

/**
 * The item of an address.
 *
 * @param id as it stands in the address
 * @param language of its name
 * @throws the "Invalid Access" redirect when the id is missing, no number, or of no item
 * @throws ApiError when it cannot be read
 */
export async function requireItem(
  session: Session,
  id: string | undefined,
  language: string,
): Promise<StoreObject> {
  if (id === undefined || !/^\d{1,15}$/.test(id)) return invalidAccess(session);
  try {
    return await getProduct(session, Number(id), language);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isMissing = error.status === 404 || error.code === Code.STORE_OBJECT_NOT_FOUND;
    if (isMissing) return invalidAccess(session);
    throw error;
  }
}
