import { ApiError } from "#server/errors/api-error";
import { keyOfTry } from "./keys.server";
import { changePurchase } from "./ledger.server";
import type { Purchase } from "./purchase.server";

/** HTTP statuses that mean "nothing done, ask again with the same key" (contract/money.md, M2.6 and M8.6). */
const LATER = [409, 429, 503];

/** Returns whether the API may have stored this response under the call's key. */
function mayBeStored({ kind, httpStatus = 0 }: ApiError): boolean {
  return kind === "business" || (kind === "http" && !LATER.includes(httpStatus));
}

/**
 * Returns a function that makes a capture or confirm call of a purchase, and can be called again after a failure. Each
 * call has the key of `keyOfTry`; a response that the API may repeat under its key is counted in the ledger.
 *
 * @param call makes the call with this Idempotency-Key
 */
export function repeatable<Answer>(
  owner: string,
  purchase: Purchase,
  call: (key: string) => Promise<Answer>,
): () => Promise<Answer> {
  let { refusals = 0 } = purchase;
  return async () => {
    try {
      return await call(keyOfTry({ ...purchase, refusals }));
    } catch (error) {
      if (error instanceof ApiError && mayBeStored(error)) {
        const counted = (refusals += 1);
        await changePurchase(owner, purchase.key, (draft) => {
          draft.refusals = Math.max(draft.refusals ?? 0, counted);
        });
      }
      throw error;
    }
  };
}
