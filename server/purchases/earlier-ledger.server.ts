import { createHash } from "node:crypto";
import { z } from "zod";
import { log } from "#server/observe/log.server";
import { sealer } from "#server/session/sealing.server";
import { sessionStore } from "#server/session/stores.server";
import { paymentType } from "#server/wire/store";
import type { State } from "./machine.server";
import { isFromBalance, type Purchase } from "./purchase.server";

/** A payment as the release before the ledger kept it, in a record of its own that lives for 90 days. */
const earlierPayment = z.object({
  token: z.string(),
  objectId: z.number().int(),
  name: z.string(),
  quantity: z.number().int().positive(),
  amount: z.number(),
  currency: paymentType,
  state: z.enum(["creating", "created", "submitted", "interrupted", "captured", "unknown", "dropped"]),
  transactionId: z.string().optional(),
  clientSecret: z.string().optional(),
  changedAt: z.number(),
});
type EarlierPayment = z.infer<typeof earlierPayment>;

function stateOf({ state, clientSecret }: EarlierPayment): State {
  switch (state) {
    case "creating":
    case "unknown":
      return "asked";
    case "created":
      return "open";
    case "interrupted":
      return "paid";
    case "dropped":
      // Another tab may have been paying it.
      return clientSecret === undefined ? "cancelled" : "dropped";
    case "submitted":
    case "captured":
      return state;
  }
}

function purchaseOf(payment: EarlierPayment): Purchase {
  const { token, changedAt, state: _, ...rest } = payment;
  return {
    ...rest,
    key: createHash("sha256").update(`payment ${token}`).digest("base64url").slice(0, 32),
    kind: isFromBalance(payment.currency) ? "balance" : "card",
    state: stateOf(payment),
    unitAmount: payment.amount / payment.quantity,
    createdAt: changedAt,
    changedAt,
    looks: 0,
    lookAt: 0,
  };
}

/**
 * The purchases of a member who has no ledger yet, from the record that the release before it wrote: with the first
 * change they go into the ledger, and are looked after like all others. Rows that cannot be read are told in the log.
 *
 * @param owner as `ownerOf` has it
 * @throws StoreUnavailable
 */
export async function earlierPurchases(owner: string): Promise<Purchase[]> {
  const key = `payments:${owner}`;
  const record = await sessionStore().get(key);
  if (!record) return [];
  const rows = z.array(z.unknown()).safeParse(sealer().open(record.payload, key));
  const payments = (rows.success ? rows.data : [undefined]).map((row) => earlierPayment.safeParse(row));
  const unread = payments.filter(({ success }) => !success).length;
  if (unread > 0) log.error({ rows: unread }, "payments of an earlier release cannot be read");
  return payments.flatMap(({ data }) => (data ? [purchaseOf(data)] : []));
}
