import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { purchase as askToPurchase } from "#server/api/store.server";
import { ApiError } from "#server/errors/api-error";
import { log } from "#server/observe/log.server";
import * as clock from "#server/runtime/clock.server";
import type { Session } from "#server/session/session.server";
import { Code } from "#server/wire/codes";
import { insufficientData, type InsufficientData } from "#server/wire/store";
import { watch } from "./background.server";
import { buyerOf } from "./buyer.server";
import {
  changeLedger,
  changePurchase,
  findPurchase,
  type Ledger,
  lockedFor,
  readLedger,
} from "./ledger.server";
import { isEnd, type Kind } from "./machine.server";
import type { Wanted } from "./order-of.server";
import {
  type CardPurchase,
  type Delivery,
  happen,
  isCardPurchase,
  isFromBalance,
  isShown,
  mayBePaid,
  methodOf,
  MOST_IN_DOUBT,
  type Purchase,
} from "./purchase.server";
import { expectPurchases } from "./outcomes.server";
import { askOrder, settle } from "./settle.server";

export type CreateOutcome =
  /** The card can be entered. */
  | { kind: "open"; purchase: CardPurchase }
  /** The order with delivery is made, and waits for its payment: nothing was taken. */
  | { kind: "ordered"; purchase: Purchase }
  /** Another one of this item is not finished, or not known: nothing is begun beside it. */
  | { kind: "unsettled"; purchase: Purchase }
  /** A balance has paid. */
  | { kind: "done"; purchase: Purchase }
  /** This form has been finished before: nothing was done now. */
  | { kind: "already"; purchase: Purchase }
  /** Nothing was taken, and this is why. */
  | { kind: "refused"; error: ApiError }
  /** The API could not be asked for a card's intent: nothing can have been taken, and the same form may be sent again. */
  | { kind: "not-created"; error: ApiError }
  | { kind: "too-many" };

export interface Intention {
  /** From the form. */
  key: string;
  wanted: Wanted;
  /** Of an order with delivery. */
  delivery?: Delivery;
  /** There is no script that could take a card: an order with delivery is made, and paid later. */
  isPaidLater?: boolean;
}

/**
 * Begins a purchase, or leads to the one that was begun: once for each key, and never beside one of the same item of
 * which it is not known whether it was paid. An item priced in soria, soria-plus or point is paid by this; for one with
 * delivery the order is made first, then its intent.
 *
 * @throws SignInNeeded, StoreUnavailable; what was begun stays
 */
export async function createPurchase(session: Session, intention: Intention): Promise<CreateOutcome> {
  const buyer = buyerOf(session);
  await expectPurchases(session);
  return lockedFor(buyer.owner, "begin", async () => {
    let ledger = await readLedger(buyer.owner);
    let standing = standingOf(ledger, intention);
    if (standing?.kind === "unsettled" && standing.purchase.kind === "balance") {
      // What can be found out is found out before the member is sent away.
      await settle(buyer, standing.purchase.key);
      ledger = await readLedger(buyer.owner);
      standing = standingOf(ledger, intention);
    }
    if (standing?.kind === "resume") return goOn(session, standing.purchase, intention.isPaidLater);
    if (standing) return standing;
    if (ledger.purchases.filter(mayBePaid).length >= MOST_IN_DOUBT) return { kind: "too-many" };
    return goOn(session, await enter(buyer.owner, ledger, intention), intention.isPaidLater);
  });
}

/** Goes on with an order that waits for its payment. @returns undefined when it does not (any more) */
export async function payOrder(session: Session, key: string): Promise<CreateOutcome | undefined> {
  const { owner } = buyerOf(session);
  return lockedFor(owner, "begin", async () => {
    const purchase = await findPurchase(owner, key);
    if (purchase?.kind !== "order") return undefined;
    return purchase.state === "asked" || purchase.state === "ordered" ? goOn(session, purchase) : undefined;
  });
}

type Standing =
  | Extract<CreateOutcome, { kind: "unsettled" | "already" | "open" }>
  /** Begun, and the API has to be asked (again). */
  | { kind: "resume"; purchase: Purchase };

const kindOf = ({ wanted, delivery }: Intention): Kind =>
  isFromBalance(wanted.currency) ? "balance" : delivery ? "order" : "card";

function isSame(purchase: Purchase, intention: Intention): boolean {
  const { objectId, quantity, amount, currency } = intention.wanted;
  return (
    purchase.kind === kindOf(intention) &&
    purchase.objectId === objectId &&
    purchase.quantity === quantity &&
    purchase.amount === amount &&
    purchase.currency === currency &&
    isDeepStrictEqual(purchase.delivery, intention.delivery)
  );
}

/** What stands in the way of a new purchase, or is the same one; undefined when it can be begun. */
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

/** Written before any call: a process that dies during it leaves a trace. */
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
    // What the same form began before, and nothing was taken for, is not wanted any more.
    for (const each of draft.purchases) {
      if (each.key !== intention.key || mayBePaid(each)) continue;
      if (happen(each, "drop", now)) delete each.isUntold;
    }
    draft.purchases.push(purchase);
  });
  return purchase;
}

async function goOn(session: Session, purchase: Purchase, isPaidLater = false): Promise<CreateOutcome> {
  if (purchase.kind === "balance") return payFromBalance(session, purchase);
  if (purchase.kind === "order" && purchase.state === "asked") {
    const buyer = buyerOf(session);
    const refusal = await askOrder(buyer, purchase);
    const { purchases } = await readLedger(buyer.owner);
    const made = purchases.find(({ key }) => key === purchase.key);
    if (refusal) {
      await forgetUntold(buyer.owner, purchase.key);
      return { kind: "refused", error: refusal };
    }
    if (made?.state !== "ordered") {
      return { kind: "not-created", error: ApiError.noResponse("POST /v1/users/orders", 504, "not made") };
    }
    return isPaidLater ? { kind: "ordered", purchase: made } : createIntent(session, made);
  }
  return isPaidLater ? { kind: "ordered", purchase } : createIntent(session, purchase);
}

async function createIntent(session: Session, purchase: Purchase): Promise<CreateOutcome> {
  const { owner } = buyerOf(session);
  const { key, objectId, quantity } = purchase;
  try {
    const made = await askToPurchase(session, key, { transactionMethod: "STRIPE", objectId, quantity });
    if (made.clientSecret === undefined) {
      throw ApiError.shape("POST /store/products/purchase", "clientSecret: missing");
    }
    const { transactionId, clientSecret } = made;
    const open = await changePurchase(owner, key, (draft) => {
      if (happen(draft, "intent-made", clock.now())) Object.assign(draft, { transactionId, clientSecret });
    });
    if (!isCardPurchase(open)) throw new Error("a purchase has gone while its intent was made");
    return { kind: "open", purchase: open };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.kind !== "business") return { kind: "not-created", error };
    await refuse(owner, key);
    return { kind: "refused", error };
  }
}

async function payFromBalance(session: Session, purchase: Purchase): Promise<CreateOutcome> {
  const { owner } = buyerOf(session);
  const { key, objectId, quantity } = purchase;
  try {
    const { transactionId } = await askToPurchase(session, key, {
      transactionMethod: methodOf(purchase.currency),
      objectId,
      quantity,
    });
    const done = await changePurchase(owner, key, (draft) => {
      if (happen(draft, "capture", clock.now())) draft.transactionId = transactionId;
    });
    return { kind: "done", purchase: done ?? purchase };
  } catch (error) {
    if (!(error instanceof ApiError)) {
      await watch(session);
      throw error;
    }
    if (error.kind === "business") {
      await refuse(owner, key);
      return { kind: "refused", error };
    }
    // A 401, too, may come after the work: only the history can tell.
    log.warn({ call: error.call, objectId, quantity }, "the answer to a purchase from a balance was lost");
    await watch(session);
    return { kind: "unsettled", purchase };
  }
}

/** Refused in so many words, by the answer that the member is reading: nothing is left to be told. */
async function refuse(owner: string, key: string): Promise<void> {
  await changePurchase(owner, key, (draft) => void happen(draft, "refuse", clock.now()));
  await forgetUntold(owner, key);
}

async function forgetUntold(owner: string, key: string): Promise<void> {
  await changeLedger(owner, (draft) => {
    const purchase = draft.purchases.find((each) => each.key === key);
    if (!purchase?.isUntold) return;
    delete purchase.isUntold;
    draft.settled += 1;
  });
}

/** The one that waits for its card, or else for its answer, under whose key an item's form is drawn again. */
export function unfinishedFor({ purchases }: Ledger, objectId: number, kind: Kind): Purchase | undefined {
  const begun = purchases.filter(
    (each) => each.objectId === objectId && each.kind === kind && !isEnd(each.state) && !mayBePaid(each),
  );
  return begun.filter(isShown).at(-1) ?? begun.at(-1);
}

/** How much is missing, from a purchase that was refused for too little balance; undefined for any other error. */
export function shortageOf(error: ApiError): InsufficientData | undefined {
  const codes: (number | undefined)[] = [
    Code.INSUFFICIENT_POINT,
    Code.INSUFFICIENT_SORIA,
    Code.INSUFFICIENT_SORIA_PLUS,
  ];
  if (!codes.includes(error.code)) return undefined;
  const data = insufficientData.safeParse(error.data);
  return data.success ? data.data : undefined;
}

/** The API found the quantity out of reach (10001): more than it sells at once. */
export function isQuantityRefused(error: ApiError): boolean {
  return error.code === Code.STORE_INVALID_QUANTITY;
}
