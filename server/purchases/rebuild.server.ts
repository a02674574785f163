import { log } from "#server/observe/log.server";
import type { Session } from "#server/session/session.server";
import { syncBook } from "./book.server";
import { buyerOf } from "./buyer.server";
import { lockedFor, putAside, readLedger } from "./ledger.server";

/**
 * Replaces a ledger that no secret decrypts: moves the old one aside and fills a new one from the API's list.
 *
 * @returns "rebuilt" from the list; "begun" empty, because the list could not be read (missing, no response, or
 * sign-in needed); "fine" when there was no unreadable ledger
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
