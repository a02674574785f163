import { isDeepStrictEqual } from "node:util";
import * as clock from "#server/runtime/clock.server";
import { isPaymentType } from "~/domain/currencies";
import type { IntentReading } from "~/domain/purchase-summary";
import { callApi } from "#server/api/api.server";
import { ApiError } from "#server/errors/api-error";
import { log } from "#server/observe/log.server";
import { Code } from "#server/wire/codes";
import { type CaptureData, endedOtherwiseData } from "#server/wire/store";
import { fitOf, takenOf } from "./response-fit.server";
import { ask, askThrice, repeatable } from "./asking.server";
import { askBook } from "./book.server";
import { features } from "./features.server";
import { type Charge, readIntent } from "./intents.server";
import { keyOfCancel } from "./keys.server";
import { type Buyer, changePurchase, findPurchase, lockedFor, recordEvent } from "./ledger.server";
import { isEnd } from "./machine.server";
import { orderRequestOf } from "./order-request.server";
import {
  applyEvent,
  hasIntent,
  intentIdOf,
  type IntentPurchase,
  isCardPurchase,
  isLost,
  isWatched,
  type Purchase,
  releaseMoney,
  scheduleNextCheck,
  type Taken,
} from "./purchase.server";
import { readHistory } from "./settle-history.server";

/**
 * Settles one purchase: looks up its state at the API and the provider, then captures what is paid and confirms what
 * is captured. Runs under a lock of the purchase. What cannot be determined now is checked again later.
 * @returns the state of its intent, too; undefined when the member has no such purchase
 */
export async function settle(buyer: Buyer, key: string) {
  return lockedFor(buyer.owner, `settle:${key}`, async () => {
    const purchase = await findPurchase(buyer.owner, key);
    if (!purchase) return undefined;
    const reading = await look(buyer, purchase);
    const seen = await findPurchase(buyer.owner, key);
    if (seen?.state === "confirming" && purchase.state !== "confirming") await confirm(buyer, seen);
    const now = await findPurchase(buyer.owner, key);
    const isReadingNew = reading !== undefined && !isDeepStrictEqual(reading, now?.reading);
    if (now && (isReadingNew || isWatched(now, clock.now()))) {
      await changePurchase(buyer.owner, key, (draft) => {
        if (reading && reading.kind !== "unknown") draft.reading = reading;
        if (isWatched(draft, clock.now())) scheduleNextCheck(draft, clock.now());
      });
    }
    return now && { purchase: now, reading };
  });
}

async function look(buyer: Buyer, purchase: Purchase): Promise<IntentReading | undefined> {
  if (purchase.state === "captured" || purchase.state === "refunded") {
    if (purchase.needsConfirm) await confirm(buyer, purchase);
    return { kind: "succeeded" };
  }
  if (purchase.state === "confirming") {
    await confirm(buyer, purchase);
    return { kind: "succeeded" };
  }
  if (isLost(purchase)) {
    await findOut(buyer, purchase);
    const now = await findPurchase(buyer.owner, purchase.key);
    if (now?.state !== "mismatch" || !hasIntent(now)) return undefined;
    // The member never received the intent's secret, so cancelling it is safe.
    return (await cancelAtApi(buyer, now)) === "cancelled" ? { kind: "canceled" } : settleCard(buyer, now);
  }
  if (hasIntent(purchase)) return settleCard(buyer, purchase);
  if (purchase.kind === "order" && purchase.state === "asked") await askOrder(buyer, purchase);
  return undefined;
}

/** Looks the purchase up in the API's list, or in the history if the API has no list. */
async function findOut(buyer: Buyer, purchase: Purchase): Promise<void> {
  const result = await askBook(buyer, purchase);
  if (result === "none") {
    await recordEvent(buyer.owner, purchase.key, "found-none");
  } else if (result === "unknown" && features.list.isMissing() && !isEnd(purchase.state)) {
    await readHistory(buyer, purchase);
  }
}

const bearerOf = async (buyer: Buyer) => (await ask(() => buyer.orderTokens())).data;

/** Confirms an order whose payment is captured. */
export async function confirm(buyer: Buyer, purchase: Purchase): Promise<void> {
  const { orderId, key, transactionId } = purchase;
  const bearer = await bearerOf(buyer);
  if (orderId === undefined || !bearer) return;
  const order = { orderId, ...(transactionId !== undefined && { transactionId }) };
  const { data } = await askThrice(
    repeatable(buyer.owner, purchase, (tryKey) =>
      callApi("confirmOrder", { tokens: bearer, key: tryKey, json: order }),
    ),
    ({ code }) => code !== Code.STORE_NOT_PAID,
  );
  if (!data) return log.error({ orderId }, "paid, but the order is not confirmed");
  const { orderNumber } = data;
  await changePurchase(buyer.owner, key, (draft) => {
    const isNew = applyEvent(draft, "confirm", clock.now());
    if ((isNew || draft.needsConfirm) && orderNumber !== undefined) draft.orderNumber = orderNumber;
    delete draft.needsConfirm;
  });
}

/** Creates the order, or repeats the call with the same key. @returns the order service's refusal */
export async function askOrder(buyer: Buyer, purchase: Purchase): Promise<ApiError | undefined> {
  const bearer = await bearerOf(buyer);
  if (!bearer || !purchase.delivery) return undefined;
  const { data, refused } = await ask(() =>
    callApi("createOrder", { tokens: bearer, key: purchase.key, json: orderRequestOf(purchase) }),
  );
  // Unknown, or the first request with this key is still running.
  if ((!data && !refused) || refused?.code === Code.STORE_KEY_IN_PROGRESS) return undefined;
  await changePurchase(buyer.owner, purchase.key, (draft) => {
    if (refused) applyEvent(draft, "refuse", clock.now());
    else if (applyEvent(draft, "order-made", clock.now())) draft.orderId = data?.orderId;
  });
  return refused;
}

/** Time until a submitted card has reached the provider, in ms. After it, an intent without a card never got one. */
const CARD_ARRIVES_MS = 2 * 60_000;

const unread: Awaited<ReturnType<typeof readIntent>> = { reading: { kind: "unknown" } };

/** Settles a card purchase by its intent at the provider. */
export async function settleCard(buyer: Buyer, purchase: IntentPurchase): Promise<IntentReading> {
  if (purchase.state === "paid") return capturePaid(buyer, purchase);
  const { reading, charge } = isCardPurchase(purchase) ? await readIntent(purchase) : unread;
  switch (reading.kind) {
    case "succeeded":
      await recordEvent(buyer.owner, purchase.key, "succeed");
      await captureIt(buyer, purchase, true, charge);
      break;
    case "canceled":
      await recordEvent(buyer.owner, purchase.key, "cancel");
      break;
    case "unknown":
      return (await askApi(buyer, purchase)) ? { kind: "succeeded" } : reading;
    default:
      if (purchase.state === "dropped") await finishDrop(buyer, purchase, reading);
  }
  return reading;
}

/** Captures what is paid. If that fails, the provider, or else the API, says whether the money was released. */
async function capturePaid(buyer: Buyer, purchase: IntentPurchase): Promise<IntentReading> {
  const result = await tryCapture(buyer, purchase, true);
  if (result === "captured") return { kind: "succeeded" };
  const { reading } = isCardPurchase(purchase) ? await readIntent(purchase) : unread;
  const isReleased = reading.kind === "canceled" || (reading.kind === "unknown" && result === "cancelled");
  if (!isReleased) return { kind: "succeeded" };
  await changePurchase(buyer.owner, purchase.key, (draft) => void releaseMoney(draft, clock.now()));
  return { kind: "canceled" };
}

/** For a provider that cannot be read: the API's list or a capture. @returns whether it is captured */
async function askApi(buyer: Buyer, purchase: IntentPurchase): Promise<boolean> {
  // No card was submitted: the member may still enter one.
  if (purchase.state === "open") return false;
  if (purchase.state === "dropped" && (await cancelAtApi(buyer, purchase)) === "cancelled") return false;
  if ((await askBook(buyer, purchase)) === "found") {
    const now = await findPurchase(buyer.owner, purchase.key);
    if (now?.state !== purchase.state) return isCaptured(now);
  }
  return captureIt(buyer, purchase, false);
}

/** Finishes a dropped purchase: cancels it at the API, or else accepts a definite state at the provider. */
async function finishDrop(buyer: Buyer, purchase: IntentPurchase, reading: IntentReading): Promise<void> {
  if ((await cancelAtApi(buyer, purchase)) !== "unknown") return;
  const { sentAt = 0 } = purchase;
  const hasArrived = clock.now() - sentAt > CARD_ARRIVES_MS;
  if (reading.kind === "card" && (reading.reason || hasArrived))
    await believeDecline(buyer, purchase, reading.reason !== undefined);
}

/** How long a charge after the provider's "declined" is checked for, in ms. An intent lives this long at the API. */
const LATE_CHARGE_MS = 24 * 60 * 60_000;
const FIRST_LATE_LOOK_MS = 60_000;

/** Ends a dropped purchase: the provider reports that no card was charged. Late charges are still checked for. */
export async function believeDecline(buyer: Buyer, { key }: Purchase, hasReason: boolean) {
  await changePurchase(buyer.owner, key, (draft) => {
    const now = clock.now();
    if (!applyEvent(draft, "decline", now)) return;
    if (hasReason) draft.isDeclined = true;
    draft.lateUntil = now + LATE_CHARGE_MS;
    draft.lookAt = now + FIRST_LATE_LOOK_MS;
  });
}

/**
 * Cancels the intent through the API: no money can move after "cancelled". Returns "unknown" when the API has no such
 * call, or its response proves nothing; "going-on" when the purchase was or may be paid.
 */
export async function cancelAtApi(buyer: Buyer, purchase: IntentPurchase) {
  if (features.cancel.isMissing()) return "unknown";
  const { transactionId } = purchase;
  try {
    const data = await callApi("cancel", {
      tokens: buyer.tokens,
      key: keyOfCancel(),
      json: { transactionMethod: "STRIPE", transactionId },
    });
    features.cancel.note(true);
    if (data.status !== "CANCELED" || data.transactionId !== transactionId) return "unknown";
    await recordEvent(buyer.owner, purchase.key, "cancel");
    return "cancelled";
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.isUnknownCall) features.cancel.note(false);
    if (error.code !== Code.STORE_ENDED_OTHERWISE) return "unknown";
    features.cancel.note(true);
    return (await learnEnd(buyer, purchase, error)).state === "cancelled" ? "cancelled" : "going-on";
  }
}

/** Applies the end that an error 10108 reports. @returns the state after that, and whether the transaction is over */
async function learnEnd(buyer: Buyer, purchase: Purchase, error: ApiError) {
  const data = endedOtherwiseData.safeParse(error.data);
  const status = data.success ? data.data.status : undefined;
  const isOver = status === "CANCELED" || status === "EXPIRED" || status === "REJECTED";
  const after = await changePurchase(buyer.owner, purchase.key, (draft) => {
    if (status === "REFUNDED") applyEvent(draft, "refund", clock.now());
    if (isOver) applyEvent(draft, "cancel", clock.now());
  });
  return { state: after?.state, isOver };
}

/** Returns whether another capture would be refused for the same reason. */
const isFinalRefusal = ({ code }: ApiError) =>
  code === Code.STORE_ENDED_OTHERWISE ||
  code === Code.STORE_TRANSACTION_MISMATCH ||
  code === Code.STORE_TRANSACTION_NOT_FOUND;

const isCaptured = (now: Purchase | undefined) => now?.state === "captured" || now?.state === "confirming";

/**
 * Captures. `isPaid`: the provider reports the payment, so make up to three attempts, also after "not paid".
 * `charge`: of the provider, for an API that does not state what it took. @returns "cancelled" if it is over
 */
async function tryCapture(buyer: Buyer, purchase: IntentPurchase, isPaid: boolean, charge?: Charge) {
  const { transactionId, objectId } = purchase;
  const once = repeatable(buyer.owner, purchase, (key) =>
    callApi("capture", {
      tokens: buyer.tokens,
      key,
      json: { transactionMethod: "STRIPE", transactionId, externalTransactionId: intentIdOf(purchase) },
    }),
  );
  const { data, refused } = await (isPaid ? askThrice(once, isFinalRefusal) : ask(once));
  if (data) return (await believeCapture(buyer, purchase, data, charge)) ? "captured" : "failed";
  const isEnded = refused?.code === Code.STORE_ENDED_OTHERWISE;
  const isOver = isEnded && (await learnEnd(buyer, purchase, refused)).isOver;
  if (isPaid) log.error({ transactionId, objectId, code: refused?.code }, "paid, but not captured");
  // The transaction id may come from a wrong response: the API's list has the right one.
  if (refused && isFinalRefusal(refused)) await askBook(buyer, purchase);
  return isOver ? "cancelled" : "failed";
}

const captureIt = async (...args: Parameters<typeof tryCapture>) =>
  (await tryCapture(...args)) === "captured";

/** Converts the provider's charge to the ledger's format; undefined for a currency that the site does not know. */
function chargedAt(charge: Charge | undefined, at: number): Taken | undefined {
  const currency = charge?.currency;
  return charge && isPaymentType(currency) ? { amount: charge.amount, currency, at } : undefined;
}

/** Accepts a capture response only if it matches the purchase; otherwise looks the purchase up in the API's list. */
async function believeCapture(buyer: Buyer, purchase: IntentPurchase, data: CaptureData, charge?: Charge) {
  const { transactionId, key } = purchase;
  if (data.status === "REFUNDED" && data.transactionId === transactionId) {
    await recordEvent(buyer.owner, key, "refund");
    return false;
  }
  const fit = fitOf(data, purchase, "CAPTURED");
  const isOther = data.transactionId !== transactionId;
  if (isOther || fit.kind === "misfit" || fit.kind === "price") {
    const why = isOther ? "another transaction" : "why" in fit ? fit.why : undefined;
    log.error({ transactionId, why }, "a capture was answered with something that does not fit the purchase");
    await askBook(buyer, purchase);
    return isCaptured(await findPurchase(buyer.owner, key));
  }
  await changePurchase(buyer.owner, key, (draft) => {
    const now = clock.now();
    const taken = takenOf(data) ?? chargedAt(charge, now);
    if (applyEvent(draft, "capture", now) && taken) draft.taken = taken;
  });
  log.info({ transactionId }, "payment captured");
  return true;
}
