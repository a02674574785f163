import { randomUUID } from "node:crypto";
import type { Kind } from "~/domain/purchase-summary";
import * as clock from "#server/runtime/clock.server";
import { ApiError } from "#server/errors/api-error";
import type { Session } from "#server/session/session.server";
import type { StoreObject } from "#server/wire/store";
import { findByKey } from "./book.server";
import { type Intention, kindOfIntention, pressOf, replacedBy } from "./intention.server";
import { type FormContent, formIdFor, isOfOtherEpoch, keyOfIntention } from "./keys.server";
import {
  type Buyer,
  buyerOf,
  changeLedger,
  changePurchase,
  findPurchase,
  type KeyedLedger,
  type Ledger,
  lockedFor,
  ownerOfSession,
  readLedger,
  readLedgerForKeys,
  readPurchases,
  tellNow,
} from "./ledger.server";
import { isEnd, moneyOf } from "./machine.server";
import {
  applyEvent,
  type Delivery,
  formOf,
  hasIntent,
  type IntentPurchase,
  isClosed,
  isFromBalance,
  isLost,
  isShown,
  mayBePaid,
  MOST_IN_DOUBT,
  type Purchase,
  type Wanted,
} from "./purchase.server";
import { expectPurchases } from "./outcomes.server";
import { openCheckout } from "./retention.server";
import { askOrder, cancelAtApi, settle } from "./settle.server";
import { type CreateOutcome, createIntent, payFromBalance, refusedWith } from "./take-money.server";
import { tell } from "./told.server";

/**
 * Starts a purchase, or returns the one already started: once per key, and never next to a purchase of the same item
 * that may have been paid. A balance is charged at once; an order with delivery is created before its card intent.
 * @throws StoreUnavailable, LedgerUnreadable, SignInNeeded; the started purchase is kept
 */
export async function createPurchase(session: Session, intention: Intention): Promise<CreateOutcome> {
  const buyer = buyerOf(session);
  const { owner } = buyer;
  await expectPurchases(session);
  return lockedFor(owner, "begin", async () => {
    let ledger = await readLedgerForKeys(owner);
    let press = pressOf(owner, ledger.purchases, intention);
    let forgotten: Purchase | undefined;
    if (press.kind === "unsettled" && isLost(press.purchase)) {
      // Tries to settle the earlier purchase before sending the member there.
      await settle(buyer, press.purchase.key);
    } else if (press.kind === "begin" && isOfOtherEpoch(intention.form, ledger.epoch)) {
      // The ledger that issued the form is lost: only the API knows whether the form was sent.
      const known = await findByKey(buyer, press.key);
      if (known === "unknown") return { kind: "not-created", error: notFoundOut() };
      forgotten = known;
    }
    // After a backup was put back, a card may have been charged for a purchase that seems to wait for one.
    if (press.kind === "begin") {
      for (const each of replacedBy(ledger.purchases, intention).filter(hasIntent))
        await settle(buyer, each.key);
    }
    ledger = await readLedgerForKeys(owner);
    press = pressOf(owner, ledger.purchases, intention);
    // Too old for the ledger.
    if (press.kind === "begin" && forgotten) return { kind: "already", purchase: forgotten };
    const { isPaidLater = false } = intention;
    if (press.kind === "resume") return goOn(session, press.purchase, isPaidLater, false);
    if (press.kind !== "begin") return press;
    if (ledger.purchases.filter(mayBePaid).length >= MOST_IN_DOUBT) return { kind: "too-many" };
    for (const each of replacedBy(ledger.purchases, intention).filter(hasIntent)) {
      const unsettled = await giveUpIntent(buyer, each);
      if (unsettled) return { kind: "unsettled", purchase: unsettled };
    }
    return goOn(session, await enter(owner, press.key, intention), isPaidLater, true);
  });
}

/**
 * Returns the purchase of a form that was sent before and asks for nothing more, so that its page can be shown although
 * the item or its price has changed since; undefined when nothing was begun for it, or it has not ended.
 */
export async function purchaseOfForm(session: Session, form: string, content: FormContent) {
  const owner = ownerOfSession(session);
  const key = keyOfIntention(owner, form, content);
  const own = (await readPurchases(owner)).find((each) => each.key === key);
  return own && isClosed(own) && !own.isReplaced ? own : undefined;
}

/** Returns what names a purchase in the URL after a press: the form's id, if it means this purchase, or its key. */
export async function addressKey(
  session: Session,
  { key }: Purchase,
  form: string | undefined,
): Promise<string> {
  const named = form === undefined ? undefined : await findPurchase(ownerOfSession(session), form);
  return form !== undefined && named?.key === key ? form : key;
}

const notFoundOut = () =>
  ApiError.noResponse("GET /users/me/purchases", 504, "the purchase list is not read");

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

/**
 * Cancels the intent of a purchase that another one of its form replaces. Without it, a card that another tab submits
 * after a loss of the record is charged for a purchase that an older backup calls cancelled.
 * @returns the purchase if the API says that it cannot be cancelled, because it was or may be paid
 */
async function giveUpIntent(buyer: Buyer, purchase: IntentPurchase): Promise<Purchase | undefined> {
  const { owner } = buyer;
  const { key } = purchase;
  const result = await cancelAtApi(buyer, purchase);
  if (result === "going-on") return (await settle(buyer, key))?.purchase;
  if (result === "cancelled") await changePurchase(owner, key, (draft) => replace(draft, clock.now()));
  return undefined;
}

/** Without a message: the member has just asked for another quantity. */
function replace(draft: Purchase, now: number): void {
  draft.isReplaced = true;
  tell(draft, now);
}

/** Records the purchase before any call, so that a crash leaves a trace. */
async function enter(owner: string, key: string, intention: Intention): Promise<Purchase> {
  const { form, wanted, delivery } = intention;
  const now = clock.now();
  const purchase: Purchase = {
    ...wanted,
    ...(delivery && { delivery }),
    ...{ key, form, kind: kindOfIntention(intention), state: "asked" },
    ...{ createdAt: now, changedAt: now, looks: 0, lookAt: now },
  };
  await changeLedger(owner, (draft) => {
    for (const each of replacedBy(draft.purchases, intention)) {
      if (applyEvent(each, "drop", now)) replace(each, now);
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
    await tellNow(buyer.owner, purchase.key);
    return refusedWith(refusal, purchase);
  }
  const made = await findPurchase(buyer.owner, purchase.key);
  if (made?.state !== "ordered") {
    return { kind: "not-created", error: ApiError.noResponse("POST /v1/users/orders", 504, "not made") };
  }
  return isPaidLater ? { kind: "ordered", purchase: made } : createIntent(session, made, true);
}

/** Returns the unfinished purchase whose form id a new form of the item has; preferably one that waits for its card. */
export function unfinishedFor({ purchases }: Ledger, objectId: number, kind: Kind): Purchase | undefined {
  const begun = purchases.filter(
    (each) => each.objectId === objectId && each.kind === kind && !isEnd(each.state) && !mayBePaid(each),
  );
  return begun.filter(isShown).at(-1) ?? begun.at(-1);
}

/** Returns the id for an item's form: of an unfinished purchase that cannot have been paid, or a new one. */
export async function formForItem(
  session: Session,
  item: StoreObject,
  ledger?: KeyedLedger,
): Promise<string> {
  const owner = ownerOfSession(session);
  const known = ledger ?? (await readLedgerForKeys(owner));
  const unfinished = unfinishedFor(known, item.id, isFromBalance(item.payment_type) ? "balance" : "card");
  return unfinished ? formOf(unfinished) : formIdFor(owner, known, `item ${item.id}`);
}

/** Stores the input of an order with delivery, in place of the previous one, with the id of its confirmation form. */
export async function keepCheckout(session: Session, order: Wanted, fields: Delivery): Promise<void> {
  const owner = ownerOfSession(session);
  await changeLedger(owner, (draft) => {
    const key = checkoutForm(owner, draft, order.objectId);
    draft.checkout = { ...order, fields, key, version: randomUUID(), savedAt: clock.now() };
  });
}

function checkoutForm(owner: string, ledger: KeyedLedger, objectId: number): string {
  const { checkout, purchases } = ledger;
  const isSpent = purchases.some(
    (each) => formOf(each) === checkout?.key && isClosed(each) && !each.isReplaced,
  );
  if (checkout?.objectId === objectId && !isSpent) return checkout.key;
  const unfinished = unfinishedFor(ledger, objectId, "order");
  return unfinished ? formOf(unfinished) : formIdFor(owner, ledger, `order ${objectId}`);
}

/** Issues another confirmation form for the stored input, after the response has told that the order was refused. */
export async function renewCheckout(session: Session): Promise<void> {
  const owner = ownerOfSession(session);
  await changeLedger(owner, (draft) => {
    const { checkout } = draft;
    if (checkout) checkout.key = checkoutForm(owner, draft, checkout.objectId);
  });
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
  const stored = ledger.checkout?.objectId === objectId ? ledger.checkout : undefined;
  const orders = purchases.filter((each) => each.kind === "order" && each.objectId === objectId);
  const latest = orders.filter(isPlaced).at(-1)?.key;
  const open = openCheckout(stored, purchases, clock.now());
  if (open) {
    const isWaiting = !orders.some((each) => formOf(each) === open.key && isPlaced(each));
    return isWaiting ? { checkout: open } : { placedKey: latest };
  }
  // The page says that the input is deleted, so delete it now: the next write may be days away.
  const ended = stored
    ? (await changeLedger(ownerOfSession(session), () => undefined)).endedCheckout
    : ledger.endedCheckout;
  if (ended?.objectId !== objectId) return { placedKey: latest };
  const ordered = orders.findLast((each) => [each.key, formOf(each)].includes(ended.key))?.key;
  const placedKey = ordered ?? (ended.isCaptured ? ended.key : undefined);
  return placedKey === undefined ? { isExpired: true } : { placedKey };
}

/** Returns whether the order is paid, or its card was submitted: it needs no confirmation any more. */
const isPlaced = ({ kind, state }: Purchase) => state === "submitted" || moneyOf(kind, state) === "taken";

/** Updates the stored order to the item's new price. */
export async function repriceCheckout(session: Session, now: Wanted): Promise<void> {
  await changeLedger(ownerOfSession(session), (draft) => {
    if (draft.checkout) Object.assign(draft.checkout, now, { version: randomUUID() });
  });
}
