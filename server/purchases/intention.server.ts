/** Which purchase a press of a form asks for. Pure; `tests/unit/purchases/create.test.ts` checks it. */

import { isDeepStrictEqual } from "node:util";
import type { Kind } from "~/domain/purchase-summary";
import { keyOfIntention } from "./keys.server";
import { isEnd } from "./machine.server";
import {
  type Delivery,
  formOf,
  isCardPurchase,
  isClosed,
  isFromBalance,
  mayBePaid,
  type Purchase,
  type Wanted,
} from "./purchase.server";

export interface Intention {
  /** Id of the form, issued when it was rendered. */
  form: string;
  wanted: Wanted;
  /** Only for an order with delivery. */
  delivery?: Delivery;
  /** True without JavaScript, which a card payment needs: the order with delivery is created now and paid later. */
  isPaidLater?: boolean;
}

/** What a press of a form leads to. */
export type Press =
  /** Nothing was begun for it: begin, under this key. */
  | { kind: "begin"; key: string }
  /** The purchase of this very form has ended, however it did. Only another form asks for another purchase. */
  | { kind: "already"; purchase: Purchase }
  /** The form's purchase, or another one of the item, has not ended and may have been paid. */
  | { kind: "unsettled"; purchase: Purchase }
  /** The card can be entered. */
  | { kind: "open"; purchase: Purchase & { transactionId: string; clientSecret: string } }
  /** Begun; the API call has to be sent (again). */
  | { kind: "resume"; purchase: Purchase };

export const kindOfIntention = ({ wanted, delivery }: Intention): Kind =>
  isFromBalance(wanted.currency) ? "balance" : delivery ? "order" : "card";

const comparedFields = ["objectId", "quantity", "amount", "currency"] as const;

const hasContent = (purchase: Purchase, intention: Intention) =>
  purchase.kind === kindOfIntention(intention) &&
  comparedFields.every((name) => purchase[name] === intention.wanted[name]);

const isSame = (purchase: Purchase, intention: Intention) =>
  hasContent(purchase, intention) && isDeepStrictEqual(purchase.delivery, intention.delivery);

/** Returns the purchase of this form and content, and its key. Releases before 0.4.0 used the form's id as the key. */
function ownOf(owner: string, purchases: readonly Purchase[], intention: Intention) {
  const { form, wanted, delivery } = intention;
  const content = { ...wanted, ...(delivery && { delivery }) };
  for (let turn = 0; ; turn += 1) {
    const key = keyOfIntention(owner, form, content, turn);
    const own =
      purchases.find((each) => each.key === key) ??
      purchases.find((each) => each.form === undefined && each.key === form && hasContent(each, intention));
    if (!own?.isReplaced || own.state !== "cancelled") return { key, own };
  }
}

/** Returns what a press of a form leads to, from the member's purchases alone. */
export function pressOf(owner: string, purchases: readonly Purchase[], intention: Intention): Press {
  const { key, own } = ownOf(owner, purchases, intention);
  if (own && isEnd(own.state)) return { kind: "already", purchase: own };
  if (own && isClosed(own)) return { kind: "unsettled", purchase: own };
  const ofItem = purchases.filter((each) => each.objectId === intention.wanted.objectId && !isClosed(each));
  const inDoubt = ofItem.find(mayBePaid);
  if (inDoubt) return { kind: "unsettled", purchase: inDoubt };
  const same = own ?? ofItem.find((each) => isSame(each, intention));
  if (!same) return { kind: "begin", key };
  return isCardPurchase(same) ? { kind: "open", purchase: same } : { kind: "resume", purchase: same };
}

/** Returns the purchases that the same form began with other content, and that nothing was paid for. */
export const replacedBy = (purchases: readonly Purchase[], { form }: Intention) =>
  purchases.filter((each) => formOf(each) === form && !isEnd(each.state) && !mayBePaid(each));
