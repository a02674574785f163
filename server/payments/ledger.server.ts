import { ownerOf, sealer } from "#server/session/sealing.server";
import type { Session } from "#server/session/session.server";
import { sessionStore } from "#server/session/stores.server";
import { type Payment, pruned } from "./payment.server";

/**
 * The payments of a member, kept in the session store beside the member's sessions and not inside one: they are
 * the same on every device of the member, and are still there after signing out and in again. Encrypted and
 * changed by compare and set, as the sessions are.
 */
const LIFE_MS = 90 * 24 * 60 * 60_000;

function keyFor(session: Session): string {
  if (!session.user) throw new Error("Payments belong to a signed-in member");
  return `payments:${ownerOf(session.user.id)}`;
}

async function read(key: string): Promise<{ version: number; payments: Payment[] }> {
  const stored = await sessionStore().get(key);
  if (!stored) return { version: 0, payments: [] };
  const payments = sealer().open(stored.payload, key);
  return { version: stored.version, payments: Array.isArray(payments) ? (payments as Payment[]) : [] };
}

/**
 * The member's payments, oldest first.
 *
 * @throws StoreUnavailable
 */
export async function readPayments(session: Session): Promise<Payment[]> {
  return (await read(keyFor(session))).payments;
}

/**
 * Changes the member's payments; nothing that another request wrote is lost.
 *
 * @param change edits the draft in place; may be called again with newer payments, so it must only edit
 * @returns the payments as they are now
 * @throws StoreUnavailable
 */
export async function changePayments(
  session: Session,
  change: (draft: Payment[]) => void,
): Promise<Payment[]> {
  const key = keyFor(session);
  return session.exclusively("payments", async () => {
    for (;;) {
      const { version, payments } = await read(key);
      const draft = structuredClone(payments);
      change(draft);
      const kept = pruned(draft, Date.now());
      const content = { payload: sealer().seal(kept, key), expiresAt: Date.now() + LIFE_MS };
      const written =
        version === 0
          ? await sessionStore().create(key, content)
          : await sessionStore().replace(key, version, content);
      if (written) return kept;
    }
  });
}

/** Changes one payment, found by its form's token; does nothing when it is not there any more. */
export async function changePayment(
  session: Session,
  token: string,
  change: Partial<Omit<Payment, "token">>,
): Promise<void> {
  await changePayments(session, (draft) => {
    const payment = draft.find((each) => each.token === token);
    if (payment) Object.assign(payment, change, { changedAt: Date.now() });
  });
}
