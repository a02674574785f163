import { setTimeout as pause } from "node:timers/promises";
import type { IntentReading } from "~/domain/purchase-summary";
import { currencyOf } from "~/domain/currencies";
import { addDays, dayOf, today } from "~/domain/japan-time";
import { confirmOrder, createOrder } from "#server/api/orders.server";
import { capture } from "#server/api/store.server";
import { getHistory } from "#server/api/users.server";
import { ApiError } from "#server/errors/api-error";
import { log } from "#server/observe/log.server";
import * as clock from "#server/runtime/clock.server";
import { SignInNeeded } from "#server/session/sign-in-needed.server";
import { Code } from "#server/wire/codes";
import type { HistoryItem } from "#server/wire/users";
import type { Buyer } from "./buyer.server";
import { linesOf } from "./history-lines.server";
import { readIntent } from "./intents.server";
import { changePurchase, findPurchase, lockedFor, readPurchases } from "./ledger.server";
import { isEnd } from "./machine.server";
import { orderRequestOf } from "./order-of.server";
import {
  type CardPurchase,
  happen,
  intentIdOf,
  isCardPurchase,
  lookLater,
  type Purchase,
} from "./purchase.server";
import { timing } from "./timing.server";

/** A purchase after somebody has looked, and what the provider says of its card. */
export interface Settled {
  purchase: Purchase;
  reading?: IntentReading;
}

/**
 * Finds out how a purchase stands, and does what is left to do: the provider is asked about a card, the history about a
 * balance, the order service again; what is paid is captured, what is captured is confirmed. One at a time for each
 * purchase; what cannot be known now is left for later.
 *
 * @returns undefined when the member has no such purchase
 * @throws StoreUnavailable, also when another request is at it for longer than 20 s
 */
export async function settle(buyer: Buyer, key: string): Promise<Settled | undefined> {
  return lockedFor(buyer.owner, `settle:${key}`, async () => {
    const purchase = await findPurchase(buyer.owner, key);
    if (!purchase) return undefined;
    const reading = isCardPurchase(purchase) ? await settleCard(buyer, purchase) : undefined;
    if (!reading) await settleOther(buyer, purchase);
    const now = await findPurchase(buyer.owner, key);
    if (now && !isEnd(now.state)) {
      await changePurchase(buyer.owner, key, (draft) => lookLater(draft, clock.now()));
    }
    return now && { purchase: now, ...(reading && { reading }) };
  });
}

async function settleOther(buyer: Buyer, purchase: Purchase): Promise<void> {
  if (purchase.kind === "balance" && (purchase.state === "asked" || purchase.state === "unclear")) {
    await readHistory(buyer, purchase);
  }
  if (purchase.kind === "order" && purchase.state === "asked") await askOrder(buyer, purchase);
}

const change = (buyer: Buyer, { key }: Purchase, edit: (draft: Purchase) => void) =>
  changePurchase(buyer.owner, key, edit);

/** What came of asking: an answer, a refusal for good, or nothing that says anything. */
type Asked<Answer> = { answer: Answer } | { refused: ApiError } | "unknown";

/** A failed call as a value; the way to the sign-in, too, says nothing of the purchase. */
async function ask<Answer>(work: () => Promise<Answer>): Promise<Asked<Answer>> {
  try {
    return { answer: await work() };
  } catch (error) {
    if (error instanceof ApiError) return error.kind === "business" ? { refused: error } : "unknown";
    if (error instanceof SignInNeeded) return "unknown";
    throw error;
  }
}

/** The same up to three times, until it is answered one way or the other. */
async function askThrice<Answer>(work: () => Promise<Answer>): Promise<Asked<Answer>> {
  let asked: Asked<Answer> = "unknown";
  for (const wait of timing.tries) {
    if (wait > 0) await pause(wait);
    asked = await ask(work);
    if (asked !== "unknown") return asked;
  }
  return asked;
}

async function settleCard(buyer: Buyer, purchase: CardPurchase): Promise<IntentReading> {
  if (purchase.state === "captured" || purchase.state === "refunded") return { kind: "succeeded" };
  if (purchase.state === "confirming") {
    await confirm(buyer, purchase);
    return { kind: "succeeded" };
  }
  if (purchase.state === "paid") {
    await captureIt(buyer, purchase, true);
    return { kind: "succeeded" };
  }
  const reading = await readIntent(purchase);
  if (reading.kind === "succeeded") {
    await change(buyer, purchase, (draft) => void happen(draft, "succeed", clock.now()));
    await captureIt(buyer, purchase, true);
  } else if (reading.kind === "canceled") {
    await change(buyer, purchase, (draft) => void happen(draft, "cancel", clock.now()));
  } else if (reading.kind === "unknown" && purchase.state !== "open") {
    // The API reads it for itself when it is asked to capture; "not paid" is an answer too.
    if ((await captureIt(buyer, purchase, false)) === "captured") return { kind: "succeeded" };
  }
  return reading;
}

/** @param isPaid the provider says so: then it is tried three times, and "not paid" is no answer to believe */
async function captureIt(
  buyer: Buyer,
  purchase: CardPurchase,
  isPaid: boolean,
): Promise<"captured" | "not-captured"> {
  const { transactionId, key, objectId } = purchase;
  const once = () =>
    capture(buyer.tokens, key, {
      transactionMethod: "STRIPE",
      transactionId,
      externalTransactionId: intentIdOf(purchase),
    });
  const believed = async () => {
    try {
      return await once();
    } catch (error) {
      const isBehind = isPaid && error instanceof ApiError && error.code === Code.STORE_NOT_PAID;
      throw isBehind ? ApiError.noResponse(error.call, 504, "not paid, says the API") : error;
    }
  };
  const asked = await (isPaid ? askThrice(believed) : ask(once));
  if (asked === "unknown" || "refused" in asked) {
    const code = asked === "unknown" ? undefined : asked.refused.code;
    if (isPaid) log.error({ transactionId, objectId, code }, "paid, but not captured");
    return "not-captured";
  }
  const captured = await change(buyer, purchase, (draft) => void happen(draft, "capture", clock.now()));
  log.info({ transactionId }, "payment captured");
  if (captured?.state === "confirming" && isCardPurchase(captured)) await confirm(buyer, captured);
  return "captured";
}

async function confirm(buyer: Buyer, purchase: Purchase): Promise<void> {
  const { orderId, key } = purchase;
  const tokens = await ask(() => buyer.orderTokens());
  if (orderId === undefined || tokens === "unknown" || !("answer" in tokens) || !tokens.answer) return;
  const bearer = tokens.answer;
  const asked = await askThrice(() => confirmOrder(bearer, key, orderId));
  if (asked === "unknown" || "refused" in asked)
    log.error({ orderId }, "paid, but the order is not confirmed");
  else await change(buyer, purchase, (draft) => void happen(draft, "confirm", clock.now()));
}

/** The order is made, or asked for again with the same key. Nothing is promised before it is confirmed. */
export async function askOrder(buyer: Buyer, purchase: Purchase): Promise<ApiError | undefined> {
  const tokens = await ask(() => buyer.orderTokens());
  if (tokens === "unknown" || !("answer" in tokens) || !tokens.answer || !purchase.delivery) return undefined;
  const bearer = tokens.answer;
  const asked = await ask(() => createOrder(bearer, purchase.key, orderRequestOf(purchase)));
  if (asked === "unknown") return undefined;
  await change(buyer, purchase, (draft) => {
    if ("refused" in asked) happen(draft, "refuse", clock.now());
    else if (happen(draft, "order-made", clock.now())) draft.orderId = asked.answer.orderId;
  });
  return "refused" in asked ? asked.refused : undefined;
}

const PAGE_SIZE = 50;

/** One line that nothing else claims settles it; none after some minutes, too; more leave it to the member. */
async function readHistory(buyer: Buyer, purchase: Purchase): Promise<void> {
  const day = dayOf(new Date(purchase.createdAt));
  const currencyType = currencyOf(purchase.currency);
  if (!currencyType) return;
  const query = {
    currencyType,
    transactionType: "REDEEM" as const,
    from: addDays(day, -1),
    // A day that is not there yet is refused.
    to: [addDays(day, 1), today(clock.now())].sort()[0],
    size: PAGE_SIZE,
  };
  const items: HistoryItem[] = [];
  for (let page = 1, pages = 1; page <= pages && page <= 20; page += 1) {
    const asked = await ask(() => getHistory(buyer.tokens, { ...query, page }));
    if (asked === "unknown" || "refused" in asked) return;
    items.push(...asked.answer.items);
    pages = asked.answer.page_count;
  }
  // Two purchases that may claim one line are looked at one after the other.
  await lockedFor(buyer.owner, "history", async () => {
    const { lines, claims } = linesOf(purchase, await readPurchases(buyer.owner), items);
    const now = clock.now();
    await change(buyer, purchase, (draft) => {
      const isLate = now - draft.createdAt > timing.missingAfter;
      if (lines.length === 0) {
        if (isLate) happen(draft, "found-none", now);
      } else if (lines.length === claims) {
        if (happen(draft, "found", now)) draft.line = String(lines[0]?.id);
      } else if (isLate || lines.length > claims) {
        happen(draft, "found-several", now);
        draft.lines = lines.map(({ id, created_at, change_amount, web_note }) => ({
          id: String(id),
          at: created_at,
          amount: change_amount,
          note: web_note ?? "",
        }));
      }
    });
  });
}
