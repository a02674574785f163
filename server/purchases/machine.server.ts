/**
 * State machine of a purchase: the one transition table that pages, actions and the reconciler use
 * (docs/purchases.md). Pure: it makes no calls and stores nothing.
 */

import type { Kind, State } from "~/domain/purchase-summary";

export const events = [
  "order-made",
  "intent-made",
  /** The API rejected the call, so nothing was taken. */
  "refuse",
  /** The API's response does not match the request. */
  "misfit",
  /** A card is about to be submitted. */
  "submit",
  // Status of the intent at the provider, or of the transaction at the API.
  "succeed",
  "cancel",
  /** The provider has charged no card, and the member gave the purchase up. */
  "decline",
  "capture",
  "confirm",
  "refund",
  /** The money was held or taken, and the provider or the API has released it since. */
  "void",
  // Result of a lookup in the API's purchase list or in the history.
  "found",
  "found-none",
  "found-several",
  /** The member gives the purchase up. */
  "drop",
  // The member's own statement, where the site cannot find out.
  "say-taken",
  "say-not-taken",
  "say-refunded",
  "expire",
] as const;
export type Event = (typeof events)[number];

type Moves = Partial<Record<State, Partial<Record<Event, State>>>>;

/** The API's list shows that money moved, even after the member was told that nothing was taken. */
const afterAll = { found: "captured", refund: "refunded" } as const;

/** Lookup results for a purchase whose response was lost or does not match the request. */
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

const returned = { refund: "refunded", "say-refunded": "refunded" } as const;

/** Transitions of a purchase with a card intent. `captured` is the state that follows a capture. */
function withCard(captured: State): Moves {
  const paid = { succeed: "paid", capture: captured, refund: "refunded" } as const;
  const given = { cancel: "cancelled", expire: "expired", ...paid } as const;
  return {
    open: { submit: "submitted", drop: "cancelled", ...given },
    submitted: { submit: "submitted", drop: "dropped", decline: "cancelled", ...given },
    dropped: { decline: "cancelled", ...given },
    mismatch: { ...lookedUp, ...given },
    ...asSaid,
    paid: { capture: captured, void: "cancelled", ...returned, expire: "expired" },
    captured: { refund: "refunded", void: "cancelled" },
    refunded: { found: "captured" },
    refused: { ...paid, found: "captured" },
    cancelled: { ...paid, found: "captured" },
    expired: { ...paid, found: "captured" },
  };
}

const begun = { refuse: "refused", misfit: "mismatch", drop: "cancelled", expire: "expired" } as const;

/** Next state by kind, state and event. An event without an entry is ignored. */
export const transitions: Record<Kind, Moves> = {
  balance: {
    asked: { capture: "captured", refuse: "refused", misfit: "mismatch", ...lookedUp },
    mismatch: lookedUp,
    ...asSaid,
    captured: { refund: "refunded", void: "cancelled" },
    refunded: { found: "captured" },
    refused: afterAll,
    cancelled: afterAll,
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
    confirming: { confirm: "captured", void: "cancelled", ...returned },
  },
};

/** Returns the state after an event; undefined when the state ignores the event. */
export function next(kind: Kind, state: State, event: Event): State | undefined {
  return transitions[kind][state]?.[event];
}

const ends: readonly State[] = ["captured", "refused", "cancelled", "refunded", "expired"];

/** A later event can still correct an end, for example a refund. */
export const isEnd = (state: State) => ends.includes(state);

/** What is known about the money of a purchase. */
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

/** Returns whether only the API or the provider knows the outcome, so that the reconciler has to ask them. */
export function isInDoubt(kind: Kind, state: State): boolean {
  if (isEnd(state) || state === "unclear") return false;
  return moneyOf(kind, state) !== "not-taken" || (kind === "order" && state === "asked");
}
