import * as clock from "#server/runtime/clock.server";
import { onOurClock } from "#server/api/api-clock.server";
import { callApi } from "#server/api/api.server";
import { ApiError } from "#server/errors/api-error";
import { log } from "#server/observe/log.server";
import type { Session } from "#server/session/session.server";
import type { PurchaseData } from "#server/wire/store";
import { type Fit, fitOf, takenOf } from "./response-fit.server";
import { keepWatched, watchMember } from "./watch.server";
import { rereadInBook } from "./book.server";
import { features } from "./features.server";
import { readIntent } from "./intents.server";
import { newEpoch } from "./keys.server";
import {
  type Buyer,
  buyerOf,
  changeLedger,
  changePurchase,
  findPurchase,
  recordEvent,
  tellNow,
} from "./ledger.server";
import { isEnd } from "./machine.server";
import {
  type CardPurchase,
  applyEvent,
  CLOCKS_MS,
  isCardPurchase,
  methodOf,
  type Purchase,
} from "./purchase.server";
import { isKeyBurnt, newPriceOf, type Price, priceOf, tookNothing } from "./refusals.server";
import { cancelAtApi, settle } from "./settle.server";

/** Result of pressing "buy". */
export type CreateOutcome =
  /** The member can enter the card. */
  | { kind: "open"; purchase: CardPurchase }
  /** The order with delivery exists and waits for its payment; nothing was taken. */
  | { kind: "ordered"; purchase: Purchase }
  /** An earlier purchase of this item is unfinished or its outcome is unknown, so no new one was started. */
  | { kind: "unsettled"; purchase: Purchase }
  /** The balance was charged. */
  | { kind: "done"; purchase: Purchase }
  /** The purchase of this form has ended before, however it did; nothing was done now. */
  | { kind: "already"; purchase: Purchase }
  /** The API refused; nothing was taken. */
  | { kind: "refused"; error: ApiError }
  /** The price changed; nothing was taken. */
  | { kind: "repriced"; before: Price; price: Price }
  /** The card intent could not be created; nothing was taken, and the same form can be submitted again. */
  | { kind: "not-created"; error: ApiError }
  | { kind: "too-many" };

const CALL = "POST /store/products/purchase";

/** Sends the purchase call with the price that the member saw. Stores the time first, so that it survives a crash. */
async function send(session: Session, purchase: Purchase): Promise<PurchaseData & { isReplay: boolean }> {
  const { owner } = buyerOf(session);
  const { key, objectId, quantity, orderId, unitAmount, currency } = purchase;
  await changePurchase(owner, key, (draft) => void (draft.sentAt = clock.now()));
  let isReplay = false;
  const json = {
    transactionMethod: methodOf(currency),
    objectId,
    quantity,
    ...(orderId !== undefined && { orderId }),
    expectedUnitAmount: unitAmount,
    expectedCurrency: currency,
  };
  const onReplay = () => {
    isReplay = true;
  };
  const data = await callApi("purchase", { tokens: session, key, json, onReplay });
  return { ...data, isReplay };
}

function judge(data: PurchaseData & { isReplay: boolean }, purchase: Purchase): Fit {
  const isCard = purchase.kind !== "balance";
  if (isCard !== (data.clientSecret !== undefined)) {
    return { kind: "misfit", why: isCard ? "no card intent" : "a card intent" };
  }
  features.prices.note(data.amount !== undefined && data.currency !== undefined);
  return fitOf(data, purchase, isCard ? "CREATED" : "CAPTURED", data.isReplay);
}

/**
 * Takes a purchase over that the ledger had lost: the API repeated its response to a form that was sent before.
 * @param take stores the response in the draft
 */
async function takeOver(
  session: Session,
  { key }: Purchase,
  take: (draft: Purchase) => void,
): Promise<CreateOutcome> {
  const buyer = buyerOf(session);
  await changeLedger(buyer.owner, (draft) => {
    const own = draft.purchases.find((each) => each.key === key);
    if (!own) return;
    take(own);
    // The list may have brought it back already, under another key.
    const isTwice = draft.purchases.some((each) => each !== own && each.transactionId === own.transactionId);
    if (isTwice)
      draft.purchases = draft.purchases.filter(
        (each) => each.key === key || each.transactionId !== own.transactionId,
      );
    // An older copy of the ledger issues form ids again that were used.
    draft.epoch = newEpoch();
  });
  await settle(buyer, key);
  const settled = await findPurchase(buyer.owner, key);
  // The repeated response may be older than a refund.
  if (settled?.state === "captured") await rereadInBook(buyer, settled);
  await keepWatched(session);
  const purchase = await findPurchase(buyer.owner, key);
  if (!purchase) throw new Error("a purchase has gone while it was taken over");
  if (!isEnd(purchase.state)) return { kind: "unsettled", purchase };
  return { kind: "already", purchase: (await tellNow(buyer.owner, key)) ?? purchase };
}

/** Charges the balance. "done" needs a response, or a lookup in the API's list or history, that matches. */
export async function payFromBalance(
  session: Session,
  purchase: Purchase,
  isFirst: boolean,
): Promise<CreateOutcome> {
  const buyer = buyerOf(session);
  const { key, objectId, quantity } = purchase;
  try {
    const data = await send(session, purchase);
    const fit = judge(data, purchase);
    if (fit.kind === "fits") {
      const take = (draft: Purchase) => {
        if (!applyEvent(draft, "capture", clock.now())) return;
        draft.transactionId = data.transactionId;
        draft.taken = takenOf(data);
      };
      if (isFirst && data.isReplay) return await takeOver(session, purchase, take);
      const done = await changePurchase(buyer.owner, key, take);
      // For a refund.
      await keepWatched(session);
      return { kind: "done", purchase: done ?? purchase };
    }
    if ("why" in fit) await noteMisfit(buyer, purchase, fit.why);
    else await changePurchase(buyer.owner, key, (draft) => void (draft.transactionId = data.transactionId));
    return await lookAtOnce(session, purchase);
  } catch (error) {
    if (!(error instanceof ApiError)) {
      await watchMember(session);
      throw error;
    }
    if (error.kind === "business" && tookNothing(error.code)) {
      await refuse(buyer.owner, key);
      return refusedWith(error, purchase);
    }
    if (isFirst && isKeyBurnt(error)) {
      await noteMisfit(buyer, purchase, "a used key");
      return await lookAtOnce(session, purchase);
    }
    // A 401, too, can follow the charge: only the API's list or the history can tell.
    log.warn({ call: error.call, objectId, quantity }, "the answer to a purchase from a balance was lost");
    await watchMember(session);
    return { kind: "unsettled", purchase };
  }
}

async function noteMisfit(buyer: Buyer, { key, objectId }: Purchase, why: string) {
  log.error({ call: CALL, objectId, why }, "the answer to a purchase does not fit what was asked for");
  await recordEvent(buyer.owner, key, "misfit");
}

/** Looks the purchase up in the API's list or history, because the response did not settle it. */
async function lookAtOnce(session: Session, purchase: Purchase): Promise<CreateOutcome> {
  const buyer = buyerOf(session);
  await settle(buyer, purchase.key);
  const now = await findPurchase(buyer.owner, purchase.key);
  if (now && (now.state === "captured" || now.state === "refunded")) {
    const isOld = now.taken && onOurClock(now.taken.at) < now.createdAt - CLOCKS_MS;
    if (!isOld) return { kind: "done", purchase: now };
    return { kind: "already", purchase: (await tellNow(buyer.owner, now.key)) ?? now };
  }
  if (now?.state === "refused") {
    await tellNow(buyer.owner, purchase.key);
    return { kind: "not-created", error: ApiError.shape(CALL, "nothing was done for it") };
  }
  await watchMember(session);
  return { kind: "unsettled", purchase: now ?? purchase };
}

/** Creates the card intent. It is offered to the member only if nothing known of it contradicts the purchase. */
export async function createIntent(
  session: Session,
  purchase: Purchase,
  isFirst: boolean,
): Promise<CreateOutcome> {
  const buyer = buyerOf(session);
  const { key } = purchase;
  try {
    const data = await send(session, purchase);
    const fit = judge(data, purchase);
    if ("why" in fit && fit.kind === "misfit") {
      await noteMisfit(buyer, purchase, fit.why);
      return await lookAtOnce(session, purchase);
    }
    const { transactionId, clientSecret = "" } = data;
    const made = { ...purchase, transactionId, clientSecret };
    const isForgotten = isFirst && data.isReplay;
    const isSilent = fit.kind === "silent" || isForgotten;
    const price =
      fit.kind === "price" ? priceOfResponse(data, purchase) : isSilent && (await otherPrice(made));
    if (price === "used") {
      // No card of this record was submitted: the form was sent before, and the ledger has lost it since.
      log.error(
        { call: CALL, transactionId },
        "a new purchase was answered with an intent that has been used",
      );
      return await takeOver(session, purchase, (draft) => {
        const now = clock.now();
        if (applyEvent(draft, "intent-made", now)) Object.assign(draft, { transactionId, clientSecret });
        if (applyEvent(draft, "submit", now)) draft.sentAt = now;
      });
    }
    const open = await changePurchase(buyer.owner, key, (draft) => {
      if (applyEvent(draft, "intent-made", clock.now()))
        Object.assign(draft, { transactionId, clientSecret });
    });
    if (!isCardPurchase(open)) throw new Error("a purchase has gone while its intent was made");
    if (!price) return { kind: "open", purchase: open };
    // No card was submitted to it.
    await cancelAtApi(buyer, open);
    await recordEvent(buyer.owner, key, "drop");
    await tellNow(buyer.owner, key);
    return { kind: "repriced", before: priceOf(purchase), price };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Nothing can have been taken: even if an intent exists, its client secret was never received.
    if (isKeyBurnt(error)) await refuse(buyer.owner, key, true);
    if (error.kind !== "business") return { kind: "not-created", error };
    await refuse(buyer.owner, key);
    return refusedWith(error, purchase);
  }
}

/** Returns the outcome of the API's refusal, after which nothing was taken. */
export function refusedWith(error: ApiError, purchase: Purchase): CreateOutcome {
  const price = newPriceOf(error);
  return price ? { kind: "repriced", before: priceOf(purchase), price } : { kind: "refused", error };
}

function priceOfResponse(
  { amount, currency }: Pick<PurchaseData, "amount" | "currency">,
  purchase: Purchase,
): Price {
  const unitAmount = amount === undefined ? purchase.unitAmount : Math.round(amount / purchase.quantity);
  return { unitAmount, currency: currency === "USD" || currency === "SGD" ? currency : purchase.currency };
}

/**
 * For an API that does not state the price: reads the intent's amount from the provider before a card is entered.
 * Returns the changed price; "used" when the intent already had a payment; undefined when nothing contradicts.
 */
async function otherPrice(made: CardPurchase) {
  const { reading, charge } = await readIntent(made);
  if (reading.kind === "amountChanged" && charge) return priceOfResponse(charge, made);
  return reading.kind === "card" || reading.kind === "unknown" || reading.kind === "amountChanged"
    ? undefined
    : "used";
}

/** Without a message: the current response tells the member. `isBurnt`: the key cannot be used again. */
async function refuse(owner: string, key: string, isBurnt = false): Promise<void> {
  await recordEvent(owner, key, "refuse");
  await tellNow(owner, key);
  if (isBurnt) await changeLedger(owner, (draft) => void (draft.epoch = newEpoch()));
}
