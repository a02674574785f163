/**
 * What can happen to a purchase: the one table that pages, actions and the reconciler go by (docs/purchases.md). Pure:
 * nothing here asks or stores anything.
 */

/**
 * How it is paid: from a balance, by card, or by card for an order with delivery.
 */
export const kinds = ["balance", "card", "order"] as const;
export type Kind = (typeof kinds)[number];

/**
 * - `asked`: the call that begins it was sent, and its answer is not known (or was lost)
 * - `ordered`: the order with delivery is made, and waits for its payment
 * - `open`: the card's intent exists, no card was sent to it
 * - `submitted`: a card was sent, or is about to be
 * - `dropped`: given up by the member after that; looked at again, because the card may be charged all the same
 * - `unclear`: more than one line of the history may be it; the member decides
 * - `mismatch`: the API's answer does not fit what was asked for, so nobody knows what was taken
 * - `paid`: the provider has the money, the product API has not captured it
 * - `confirming`: captured, the order with delivery is not confirmed
 *
 * and the ends: `captured` (paid and given), `refused`, `cancelled`, `refunded`, `expired`.
 */
export const states = [
  "asked",
  "ordered",
  "open",
  "submitted",
  "dropped",
  "unclear",
  "mismatch",
  "paid",
  "confirming",
  "captured",
  "refused",
  "cancelled",
  "refunded",
  "expired",
] as const;
export type State = (typeof states)[number];

/**
 * - `order-made`, `intent-made`: the API's answers
 * - `refuse`: the API said no, so nothing was taken
 * - `misfit`: the API's answer does not fit what was asked for
 * - `submit`: a card is about to be sent
 * - `succeed`, `cancel`: what the provider says of the intent, or the API of the transaction
 * - `decline`: the provider declined the card, and the member has given the purchase up
 * - `capture`: the API has captured it
 * - `confirm`: the API has confirmed the order
 * - `refund`: the API has given the money back
 * - `found`, `found-none`, `found-several`: what the API's list or the history shows
 * - `drop`: the member gives it up
 * - `say-taken`, `say-not-taken`, `say-refunded`: what the member says where only the member can know
 * - `expire`: it has waited too long
 */
export const events = [
  "order-made",
  "intent-made",
  "refuse",
  "misfit",
  "submit",
  "succeed",
  "cancel",
  "decline",
  "capture",
  "confirm",
  "refund",
  "found",
  "found-none",
  "found-several",
  "drop",
  "say-taken",
  "say-not-taken",
  "say-refunded",
  "expire",
] as const;
export type Event = (typeof events)[number];

type Moves = Partial<Record<State, Partial<Record<Event, State>>>>;

/** What the API's list may say of an end: money that moved after all speaks up, whatever the member was told before. */
const afterAll = { found: "captured", refund: "refunded" } as const;

/** What is found out about a purchase whose answer was lost or does not fit. */
const lookedUp = {
  ...afterAll,
  "found-none": "refused",
  "found-several": "unclear",
  expire: "expired",
} as const;

const asSaid = {
  unclear: {
    ...afterAll,
    "say-taken": "captured",
    "say-not-taken": "refused",
    "found-none": "refused",
    expire: "expired",
  },
} as const;

/** What the provider, the API's capture or its list may say of an intent at any time after it was made. */
function withCard(captured: State): Moves {
  const paid = { succeed: "paid", capture: captured, refund: "refunded" } as const;
  const given = { cancel: "cancelled", expire: "expired", ...paid } as const;
  return {
    open: { submit: "submitted", drop: "cancelled", ...given },
    submitted: { submit: "submitted", drop: "dropped", decline: "cancelled", ...given },
    dropped: { decline: "cancelled", ...given },
    mismatch: { ...lookedUp, ...given },
    ...asSaid,
    paid: { capture: captured, refund: "refunded", "say-refunded": "refunded", expire: "expired" },
    captured: { refund: "refunded" },
    refused: { ...paid, found: "captured" },
    cancelled: paid,
    expired: { ...paid, found: "captured" },
  };
}

const begun = { refuse: "refused", misfit: "mismatch", drop: "cancelled", expire: "expired" } as const;

/** For each way of paying: what an event makes of a state. What is not named cannot happen, and changes nothing. */
export const transitions: Record<Kind, Moves> = {
  balance: {
    asked: { capture: "captured", refuse: "refused", misfit: "mismatch", ...lookedUp },
    mismatch: lookedUp,
    ...asSaid,
    captured: { refund: "refunded" },
    refused: afterAll,
    expired: afterAll,
  },
  card: {
    asked: { "intent-made": "open", ...begun, cancel: "cancelled", capture: "captured", refund: "refunded" },
    ...withCard("captured"),
  },
  order: {
    asked: { "order-made": "ordered", ...begun },
    ordered: {
      "intent-made": "open",
      ...begun,
      cancel: "cancelled",
      capture: "confirming",
      refund: "refunded",
    },
    ...withCard("confirming"),
    confirming: { confirm: "captured", refund: "refunded", "say-refunded": "refunded" },
  },
};

/** The state after an event; undefined when it cannot happen there. */
export function next(kind: Kind, state: State, event: Event): State | undefined {
  return transitions[kind][state]?.[event];
}

const ends: readonly State[] = ["captured", "refused", "cancelled", "refunded", "expired"];

/** The member can be told for good how it ended. */
export function isEnd(state: State): boolean {
  return ends.includes(state);
}

/** What has become of the money, as far as it is known. */
export type Money = "not-taken" | "maybe-taken" | "taken" | "given-back";

export function moneyOf(kind: Kind, state: State): Money {
  switch (state) {
    case "asked":
      return kind === "balance" ? "maybe-taken" : "not-taken";
    case "ordered":
    case "open":
    case "refused":
    case "cancelled":
      return "not-taken";
    case "submitted":
    case "dropped":
    case "unclear":
    case "mismatch":
    case "expired":
      return "maybe-taken";
    case "paid":
    case "confirming":
    case "captured":
      return "taken";
    case "refunded":
      return "given-back";
  }
}

/** Only the outside world can say how it stands: the reconciler asks. */
export function isInDoubt(kind: Kind, state: State): boolean {
  if (isEnd(state) || state === "unclear") return false;
  return moneyOf(kind, state) !== "not-taken" || (kind === "order" && state === "asked");
}
