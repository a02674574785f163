import * as clock from "#server/runtime/clock.server";
import { callApi } from "#server/api/api.server";
import { ApiError } from "#server/errors/api-error";
import { log } from "#server/observe/log.server";
import type { Session } from "#server/session/session.server";
import type { PurchaseData } from "#server/wire/store";
import { type Fit, fitOf, takenOf } from "./answer-fits.server";
import { watchMember } from "./reconcile.server";
import { features } from "./features.server";
import { readIntent } from "./intents.server";
import { newEpoch } from "./keys.server";
import {
  type Buyer,
  buyerOf,
  changeLedger,
  changePurchase,
  findPurchase,
  markTold,
  recordEvent,
} from "./ledger.server";
import { type CardPurchase, applyEvent, isCardPurchase, methodOf, type Purchase } from "./purchase.server";
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
  /** This form was completed before; nothing was done now. */
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

/** @param isFirst this call was never sent before, so a replayed response belongs to an earlier purchase */
function judge(answer: PurchaseData & { isReplay: boolean }, purchase: Purchase, isFirst: boolean): Fit {
  if (isFirst && answer.isReplay) return { kind: "misfit", why: "repeats the answer to an earlier purchase" };
  const isCard = purchase.kind !== "balance";
  if (isCard !== (answer.clientSecret !== undefined)) {
    return { kind: "misfit", why: isCard ? "no card intent" : "a card intent" };
  }
  const fit = fitOf(answer, purchase, isCard ? "CREATED" : "CAPTURED");
  features.prices.note(answer.amount !== undefined && answer.currency !== undefined);
  return fit;
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
    const answer = await send(session, purchase);
    const fit = judge(answer, purchase, isFirst);
    if (fit.kind === "fits") {
      const done = await changePurchase(buyer.owner, key, (draft) => {
        if (!applyEvent(draft, "capture", clock.now())) return;
        draft.transactionId = answer.transactionId;
        draft.taken = takenOf(answer);
      });
      return { kind: "done", purchase: done ?? purchase };
    }
    if ("why" in fit) await noteMisfit(buyer, purchase, fit.why, isFirst && answer.isReplay);
    else await changePurchase(buyer.owner, key, (draft) => void (draft.transactionId = answer.transactionId));
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
      await noteMisfit(buyer, purchase, "the key of an earlier purchase", true);
      return await lookAtOnce(session, purchase);
    }
    // A 401, too, can follow the charge: only the API's list or the history can tell.
    log.warn({ call: error.call, objectId, quantity }, "the answer to a purchase from a balance was lost");
    await watchMember(session);
    return { kind: "unsettled", purchase };
  }
}

/** @param isKeyUsed the response belongs to an earlier purchase, which this ledger does not have */
async function noteMisfit(buyer: Buyer, { key, objectId }: Purchase, why: string, isKeyUsed: boolean) {
  log.error({ call: CALL, objectId, why }, "the answer to a purchase does not fit what was asked for");
  await changePurchase(buyer.owner, key, (draft) => {
    applyEvent(draft, "misfit", clock.now());
    if (isKeyUsed) draft.isKeyUsed = true;
  });
}

/** Looks the purchase up in the API's list or history, because the response did not settle it. */
async function lookAtOnce(session: Session, purchase: Purchase): Promise<CreateOutcome> {
  const buyer = buyerOf(session);
  await settle(buyer, purchase.key);
  const now = await findPurchase(buyer.owner, purchase.key);
  if (now?.state === "captured") return { kind: "done", purchase: now };
  if (now?.state === "refused") {
    await markTold(buyer.owner, [purchase.key]);
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
    const answer = await send(session, purchase);
    const fit = judge(answer, purchase, isFirst);
    if ("why" in fit && fit.kind === "misfit") {
      await noteMisfit(buyer, purchase, fit.why, isFirst && answer.isReplay);
      return await lookAtOnce(session, purchase);
    }
    const { transactionId, clientSecret = "" } = answer;
    const price =
      fit.kind === "price"
        ? priceOfAnswer(answer, purchase)
        : await otherPrice({ ...purchase, transactionId, clientSecret }, fit);
    if (price === "used") {
      // No card was submitted yet, so a used intent belongs to an earlier purchase, which this ledger does not have.
      const text = "a new purchase was answered with an intent that has been used";
      log.error({ call: CALL, transactionId }, text);
      await refuse(buyer.owner, key, true);
      return { kind: "not-created", error: ApiError.shape(CALL, "an intent that has been used") };
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
    await markTold(buyer.owner, [key]);
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

function priceOfAnswer(
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
async function otherPrice(made: CardPurchase, fit: Fit) {
  if (fit.kind !== "silent") return undefined;
  const { reading, charge } = await readIntent(made);
  if (reading.kind === "amountChanged" && charge) return priceOfAnswer(charge, made);
  return reading.kind === "card" || reading.kind === "unknown" || reading.kind === "amountChanged"
    ? undefined
    : "used";
}

/** Without a message: the current response tells the member. `isBurnt`: the key cannot be used again. */
async function refuse(owner: string, key: string, isBurnt = false): Promise<void> {
  await recordEvent(owner, key, "refuse");
  await markTold(owner, [key]);
  if (isBurnt) await changeLedger(owner, (draft) => void (draft.epoch = newEpoch()));
}
