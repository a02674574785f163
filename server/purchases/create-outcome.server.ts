import type { ApiError } from "#server/errors/api-error";
import type { CardPurchase, Purchase } from "./purchase.server";
import type { Price } from "./refusals.server";

/** How a press on "buy" ended. */
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
  /** The item costs something else by now, and nothing was taken. */
  | { kind: "repriced"; before: Price; price: Price }
  /** The API could not be asked for a card's intent: nothing can have been taken, and the same form may be sent again. */
  | { kind: "not-created"; error: ApiError }
  | { kind: "too-many" };
