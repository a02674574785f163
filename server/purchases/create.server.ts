import { randomBytes, randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Kind } from "~/domain/purchase-summary";
import * as clock from "#server/runtime/clock.server";
import { ApiError } from "#server/errors/api-error";
import type { Session } from "#server/session/session.server";
import type { StoreObject } from "#server/wire/store";
import { nextKey, ownKey } from "./keys.server";
import {
  buyerOf,
  changeLedger,
  findPurchase,
  type KeyedLedger,
  type Ledger,
  lockedFor,
  markTold,
  ownerOfSession,
  readLedger,
  readLedgerForKeys,
} from "./ledger.server";
import { isEnd, moneyOf } from "./machine.server";
import {
  applyEvent,
  type Delivery,
  isCardPurchase,
  isFromBalance,
  isLost,
  isShown,
  mayBePaid,
  MOST_IN_DOUBT,
  openCheckout,
  type Purchase,
  type Wanted,
} from "./purchase.server";
import { expectPurchases } from "./outcomes.server";
import { askOrder, settle } from "./settle.server";
import { type CreateOutcome, createIntent, payFromBalance, refusedWith } from "./take-money.server";

export interface Intention {
  /** Purchase key from the form. */
  key: string;
  wanted: Wanted;
  /** Only for an order with delivery. */
  delivery?: Delivery;
  /** True without JavaScript, which a card payment needs: the order with delivery is created now and paid later. */
  isPaidLater?: boolean;
}

/**
 * Starts a purchase, or returns the one already started: once per key, and never next to a purchase of the same item
 * that may have been paid. A balance is charged at once; an order with delivery is created before its card intent.
 * @throws StoreUnavailable, LedgerUnreadable, SignInNeeded; the started purchase is kept
 */
export async function createPurchase(session: Session, intention: Intention): Promise<CreateOutcome> {
  const buyer = buyerOf(session);
  await expectPurchases(session);
  return lockedFor(buyer.owner, "begin", async () => {
    let ledger = await readLedgerForKeys(buyer.owner);
    const own = { ...intention, key: ownKey(ledger, buyer.owner, intention.key) };
    let standing = standingOf(ledger, own);
    if (standing?.kind === "unsettled" && isLost(standing.purchase)) {
      // Tries to settle the earlier purchase before sending the member there.
      await settle(buyer, standing.purchase.key);
      ledger = await readLedgerForKeys(buyer.owner);
      standing = standingOf(ledger, own);
    }
    const { isPaidLater = false } = intention;
    if (standing?.kind === "resume") return goOn(session, standing.purchase, isPaidLater, false);
    if (standing) return standing;
    if (ledger.purchases.filter(mayBePaid).length >= MOST_IN_DOUBT) return { kind: "too-many" };
    return goOn(session, await enter(buyer.owner, ledger, own), isPaidLater, true);
  });
}

/** Continues an order that waits for its payment. @returns undefined when it does not wait (any more) */
export async function payOrder(session: Session, key: string): Promise<CreateOutcome | undefined> {
  const owner = ownerOfSession(session);
  return lockedFor(owner, "begin", async () => {
    const purchase = await findPurchase(owner, key);
    const isWaiting = purchase?.state === "asked" || purchase?.state === "ordered";
    if (purchase?.kind !== "order" || !isWaiting) return undefined;
    return goOn(session, purchase, false, purchase.sentAt === undefined);
  });
}

type Standing =
  | Extract<CreateOutcome, { kind: "unsettled" | "already" | "open" }>
  /** Started; the API call has to be sent (again). */
  | { kind: "resume"; purchase: Purchase };

const kindOf = ({ wanted, delivery }: Intention): Kind =>
  isFromBalance(wanted.currency) ? "balance" : delivery ? "order" : "card";

const comparedFields = ["objectId", "quantity", "amount", "currency"] as const;

function isSame(purchase: Purchase, intention: Intention): boolean {
  return (
    purchase.kind === kindOf(intention) &&
    comparedFields.every((name) => purchase[name] === intention.wanted[name]) &&
    isDeepStrictEqual(purchase.delivery, intention.delivery)
  );
}

/** Returns the purchase that blocks a new one or is the same one; undefined when a new one can start. */
function standingOf({ purchases }: Ledger, intention: Intention): Standing | undefined {
  const own = purchases.find(({ key }) => key === intention.key);
  if (own?.state === "captured" && isSame(own, intention)) return { kind: "already", purchase: own };
  const ofItem = purchases.filter(
    (each) => each.objectId === intention.wanted.objectId && !isEnd(each.state),
  );
  const inDoubt = ofItem.find((each) => mayBePaid(each) && each.state !== "dropped");
  if (inDoubt) return { kind: "unsettled", purchase: inDoubt };
  const same = ofItem.find((each) => each.state !== "dropped" && isSame(each, intention));
  if (!same) return undefined;
  return isCardPurchase(same) ? { kind: "open", purchase: same } : { kind: "resume", purchase: same };
}

/** Records the purchase before any call, so that a crash leaves a trace. */
async function enter(owner: string, ledger: Ledger, intention: Intention): Promise<Purchase> {
  const isUsed = ledger.purchases.some(({ key }) => key === intention.key);
  const now = clock.now();
  const purchase: Purchase = {
    ...intention.wanted,
    ...(intention.delivery && { delivery: intention.delivery }),
    key: isUsed ? randomBytes(24).toString("base64url") : intention.key,
    kind: kindOf(intention),
    state: "asked",
    createdAt: now,
    changedAt: now,
    looks: 0,
    lookAt: now,
  };
  await changeLedger(owner, (draft) => {
    // The same form replaces its earlier purchase if nothing was taken for that one.
    for (const each of draft.purchases) {
      if (each.key !== intention.key || mayBePaid(each)) continue;
      if (applyEvent(each, "drop", now)) delete each.isUntold;
    }
    draft.purchases.push(purchase);
  });
  return purchase;
}

/** @param isFirst the purchase call was never sent before */
async function goOn(
  session: Session,
  purchase: Purchase,
  isPaidLater: boolean,
  isFirst: boolean,
): Promise<CreateOutcome> {
  if (purchase.kind === "balance") return payFromBalance(session, purchase, isFirst);
  if (purchase.kind !== "order" || purchase.state !== "asked") {
    return isPaidLater ? { kind: "ordered", purchase } : createIntent(session, purchase, isFirst);
  }
  const buyer = buyerOf(session);
  const refusal = await askOrder(buyer, purchase);
  if (refusal) {
    await markTold(buyer.owner, [purchase.key]);
    return refusedWith(refusal, purchase);
  }
  const made = await findPurchase(buyer.owner, purchase.key);
  if (made?.state !== "ordered") {
    return { kind: "not-created", error: ApiError.noResponse("POST /v1/users/orders", 504, "not made") };
  }
  return isPaidLater ? { kind: "ordered", purchase: made } : createIntent(session, made, true);
}

/** Returns the unfinished purchase whose key a new form of the item reuses; preferably one that waits for its card. */
export function unfinishedFor({ purchases }: Ledger, objectId: number, kind: Kind): Purchase | undefined {
  const begun = purchases.filter(
    (each) => each.objectId === objectId && each.kind === kind && !isEnd(each.state) && !mayBePaid(each),
  );
  return begun.filter(isShown).at(-1) ?? begun.at(-1);
}

/** Returns the key for an item's form: of an unfinished purchase that cannot have been paid, or a new one. */
export async function keyForItem(session: Session, item: StoreObject, ledger?: KeyedLedger): Promise<string> {
  const owner = ownerOfSession(session);
  const known = ledger ?? (await readLedgerForKeys(owner));
  const kind = isFromBalance(item.payment_type) ? "balance" : "card";
  return unfinishedFor(known, item.id, kind)?.key ?? nextKey(owner, known, `item ${item.id}`);
}

/** Stores the input of an order with delivery, in place of the previous one, under the key of the future purchase. */
export async function keepCheckout(session: Session, order: Wanted, fields: Delivery): Promise<void> {
  const owner = ownerOfSession(session);
  await changeLedger(owner, (draft) => {
    const key = keyFor(owner, draft, order.objectId);
    draft.checkout = { ...order, fields, key, version: randomUUID(), savedAt: clock.now() };
  });
}

function keyFor(owner: string, ledger: KeyedLedger, objectId: number): string {
  const { checkout, purchases } = ledger;
  const isOver = purchases.some(({ key, state }) => key === checkout?.key && isEnd(state));
  if (checkout?.objectId === objectId && !isOver) return checkout.key;
  return unfinishedFor(ledger, objectId, "order")?.key ?? nextKey(owner, ledger, `order ${objectId}`);
}

/** Returns undefined once the order is confirmed or its input is older than 30 days. */
export function openFields({ checkout, purchases }: Ledger, objectId: number): Delivery | undefined {
  const open = openCheckout(checkout, purchases, clock.now());
  return open?.objectId === objectId ? open.fields : undefined;
}

/**
 * Returns what the confirmation page of an item has to show: `checkout`, the input that waits for its confirmation;
 * otherwise `placedKey`, of its order or of the item's latest placed order; or `isExpired`, if the input was removed
 * after 30 days without an order. A double click, the back button and a tab that stayed open find the placed order.
 */
export async function checkoutOf(session: Session, objectId: number) {
  const { purchases, ...ledger } = await readLedger(ownerOfSession(session));
  const kept = ledger.checkout?.objectId === objectId ? ledger.checkout : undefined;
  const orders = purchases.filter((each) => each.kind === "order" && each.objectId === objectId);
  const latest = orders.filter(isPlaced).at(-1)?.key;
  const open = openCheckout(kept, purchases, clock.now());
  if (open) {
    const isWaiting = !orders.some((each) => each.key === open.key && isPlaced(each));
    return isWaiting ? { checkout: open } : { placedKey: latest };
  }
  // The page says that the input is deleted, so delete it now: the next write may be days away.
  const ended = kept
    ? (await changeLedger(ownerOfSession(session), () => undefined)).endedCheckout
    : ledger.endedCheckout;
  if (ended?.objectId !== objectId) return { placedKey: latest };
  const isOrdered = ended.isCaptured || orders.some(({ key }) => key === ended.key);
  return isOrdered ? { placedKey: ended.key } : { isExpired: true };
}

/** Returns whether the order is paid, or its card was submitted: it needs no confirmation any more. */
const isPlaced = ({ kind, state }: Purchase) => state === "submitted" || moneyOf(kind, state) === "taken";

/** Updates the stored order to the item's new price. */
export async function repriceCheckout(session: Session, now: Wanted): Promise<void> {
  await changeLedger(ownerOfSession(session), (draft) => {
    if (draft.checkout) Object.assign(draft.checkout, now, { version: randomUUID() });
  });
}
