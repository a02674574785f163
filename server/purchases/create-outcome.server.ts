import type { ApiError } from "#server/errors/api-error";
import type { CardPurchase, Purchase } from "./purchase.server";
import type { Price } from "./refusals.server";

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
