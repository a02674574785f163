import { describe, expect, it } from "vitest";
import { type Kind, kinds, type State, states } from "~/domain/purchase-summary";
import {
  type Event,
  events,
  isEnd,
  isInDoubt,
  type Money,
  moneyOf,
  next,
  transitions,
} from "#server/purchases/machine.server";

/** Transitions of a card purchase in any state, caused by the provider, the capture or the API's list. */
const card = (captured: State): Partial<Record<State, Partial<Record<Event, State>>>> => ({
  open: {
    submit: "submitted",
    drop: "cancelled",
    cancel: "cancelled",
    expire: "expired",
    succeed: "paid",
    capture: captured,
    refund: "refunded",
  },
  submitted: {
    submit: "submitted",
    drop: "dropped",
    decline: "cancelled",
    cancel: "cancelled",
    expire: "expired",
    succeed: "paid",
    capture: captured,
    refund: "refunded",
  },
  dropped: {
    decline: "cancelled",
    cancel: "cancelled",
    expire: "expired",
    succeed: "paid",
    capture: captured,
    refund: "refunded",
  },
  mismatch: {
    found: "captured",
    "found-none": "refused",
    "found-several": "unclear",
    cancel: "cancelled",
    expire: "expired",
    succeed: "paid",
    capture: captured,
    refund: "refunded",
  },
  unclear,
  paid: {
    capture: captured,
    void: "cancelled",
    refund: "refunded",
    "say-refunded": "refunded",
    expire: "expired",
  },
  captured: { refund: "refunded", void: "cancelled" },
  refunded: { found: "captured" },
  refused: { found: "captured", succeed: "paid", capture: captured, refund: "refunded" },
  cancelled: { found: "captured", succeed: "paid", capture: captured, refund: "refunded" },
  expired: { found: "captured", succeed: "paid", capture: captured, refund: "refunded" },
});

const unclear: Partial<Record<Event, State>> = {
  found: "captured",
  "found-none": "refused",
  "say-taken": "captured",
  "say-not-taken": "refused",
  refund: "refunded",
  expire: "expired",
};

/** All transitions; any other event has no effect. docs/purchases.md#the-states is a summary. */
const tableOf = (): Record<Kind, Partial<Record<State, Partial<Record<Event, State>>>>> => ({
  balance: {
    asked: {
      capture: "captured",
      refuse: "refused",
      misfit: "mismatch",
      found: "captured",
      "found-none": "refused",
      "found-several": "unclear",
      refund: "refunded",
      expire: "expired",
    },
    mismatch: {
      found: "captured",
      "found-none": "refused",
      "found-several": "unclear",
      refund: "refunded",
      expire: "expired",
    },
    unclear,
    captured: { refund: "refunded", void: "cancelled" },
    refunded: { found: "captured" },
    cancelled: { found: "captured", refund: "refunded" },
    refused: { found: "captured", refund: "refunded" },
    expired: { found: "captured", refund: "refunded" },
  },
  card: {
    asked: {
      "intent-made": "open",
      refuse: "refused",
      misfit: "mismatch",
      drop: "cancelled",
      cancel: "cancelled",
      capture: "captured",
      refund: "refunded",
      expire: "expired",
    },
    ...card("captured"),
  },
  order: {
    asked: {
      "order-made": "ordered",
      refuse: "refused",
      misfit: "mismatch",
      drop: "cancelled",
      expire: "expired",
    },
    ordered: {
      "intent-made": "open",
      refuse: "refused",
      misfit: "mismatch",
      drop: "cancelled",
      cancel: "cancelled",
      capture: "confirming",
      refund: "refunded",
      expire: "expired",
    },
    ...card("confirming"),
    confirming: { confirm: "captured", void: "cancelled", refund: "refunded", "say-refunded": "refunded" },
  },
});
const table = tableOf();

describe("the machine", () => {
  it("is this table, whole", () => {
    expect(transitions).toEqual(table);
    for (const kind of kinds)
      for (const state of states)
        for (const event of events) expect(next(kind, state, event)).toBe(table[kind][state]?.[event]);
  });

  it.each(kinds)("lets every %s that is not ended reach an end, and every state be reached", (kind) => {
    const reached = new Set<State>(["asked"]);
    const from = (state: State, seen = new Set<State>()): boolean => {
      if (isEnd(state)) return true;
      seen.add(state);
      const steps = Object.values(transitions[kind][state] ?? {});
      for (const each of steps) reached.add(each);
      return steps.map((each) => seen.has(each) || from(each, new Set(seen))).some(Boolean);
    };
    expect(from("asked")).toBe(true);
    for (const state of [...reached])
      Object.values(transitions[kind][state] ?? {}).forEach((each) => reached.add(each));
    for (const state of Object.keys(transitions[kind]) as State[]) {
      expect(reached.has(state), state).toBe(true);
      expect(from(state), state).toBe(true);
    }
  });

  it("never lets money that was or may be taken be given up for good by the member", () => {
    for (const kind of kinds)
      for (const state of states) {
        const after = next(kind, state, "drop");
        if (after === "cancelled") expect(moneyOf(kind, state)).toBe("not-taken");
      }
  });

  it("says of every state what is known of the money, and whether it is an end [A267.2]", () => {
    const by = (kind: Kind, money: Money) => states.filter((state) => moneyOf(kind, state) === money);
    for (const kind of kinds) {
      const [asked, unasked] = kind === "balance" ? [["asked"], []] : [[], ["asked"]];
      expect(by(kind, "not-taken")).toEqual([...unasked, "ordered", "open", "refused", "cancelled"]);
      const maybe = [...asked, "submitted", "dropped", "unclear", "mismatch", "expired"];
      expect(by(kind, "maybe-taken")).toEqual(maybe);
      expect(by(kind, "taken")).toEqual(["paid", "confirming", "captured"]);
      expect(by(kind, "given-back")).toEqual(["refunded"]);
    }
    expect(states.filter(isEnd)).toEqual(["captured", "refused", "cancelled", "refunded", "expired"]);
  });

  it("has the reconciler look at everything that may have taken money and can still be asked about", () => {
    const looked = (kind: Kind) =>
      states.filter((state) => transitions[kind][state] && isInDoubt(kind, state));
    expect(looked("balance")).toEqual(["asked", "mismatch"]);
    expect(looked("card")).toEqual(["submitted", "dropped", "mismatch", "paid"]);
    expect(looked("order")).toEqual(["asked", "submitted", "dropped", "mismatch", "paid", "confirming"]);
  });
});
