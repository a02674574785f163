import type { LoaderFunctionArgs } from "@remix-run/node";
import { languageOf } from "~/i18n/i18n.server";
import { getProduct } from "#server/api/store.server";
import { ApiError } from "#server/errors/api-error";
import { invalidAccess, type Session } from "#server/session/session.server";
import { resultCode } from "#server/wire/codes";
import type { StoreObject } from "#server/wire/store";

/**
 * The item of the address.
 *
 * @throws the "Invalid Access" redirect when the id is missing, no number, or of no item
 * @throws ApiError when it cannot be read
 */
export async function readItem(
  session: Session,
  { params, request }: Pick<LoaderFunctionArgs, "params" | "request">,
): Promise<StoreObject> {
  const id = /^\d{1,15}$/.test(params.id ?? "") ? Number(params.id) : undefined;
  if (id === undefined) return invalidAccess(session);
  try {
    return await getProduct(session, id, await languageOf(request));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isMissing = error.status === 404 || error.code === resultCode.STORE_OBJECT_NOT_FOUND;
    if (isMissing) return invalidAccess(session);
    throw error;
  }
}
