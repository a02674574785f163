import { log } from "#server/observe/log.server";
import type { Session } from "#server/session/session.server";
import { syncBook } from "./book.server";
import { buyerOf } from "./buyer.server";
import { lockedFor, putAside, readLedger } from "./ledger.server";

/**
 * Replaces a record of purchases that no secret opens: the old one is put aside, and the new one is filled from the API's
 * list.
 *
 * @returns "rebuilt" from the list; "begun" empty, because the API has no list or cannot be asked; "fine" when the record
 * could be read
 * @throws StoreUnavailable
 */
export async function rebuildLedger(session: Session): Promise<"rebuilt" | "begun" | "fine"> {
  const buyer = buyerOf(session);
  return lockedFor(buyer.owner, "rebuild", async () => {
    if (!(await putAside(buyer.owner))) return "fine";
    const isFilled = await syncBook(buyer, await readLedger(buyer.owner));
    log.info({ isFilled }, "a member's record of purchases was begun anew");
    return isFilled ? "rebuilt" : "begun";
  });
}
