import { balanceOf, buy, hasList, itemFor, purchaseBody, rowsOf, type Purchase } from "../books";
import { tryMutations } from "../mutations";
import { intentIdOf, pay, readIntent } from "../provider";
import type { Outcome } from "../judge";
import type { Run, Step } from "../run";
import { requestRules } from "./guest";
import type { Item } from "./member";

export interface Open {
  key: string;
  data: Purchase & { clientSecret: string };
  intent: string;
}

/** Opens a card transaction that waits for payment. */
export async function openCard(run: Run, item: Item, more: object = {}): Promise<Open | undefined> {
  const key = run.key();
  const outcome = await buy(run, item, { key, more });
  if (outcome.kind !== "success") {
    run.refused("M4.2", "store.purchase", outcome, {
      what: "a card purchase of an item of --buy",
      codes: ["success"],
    });
    return undefined;
  }
  const data = outcome.data as Purchase;
  const isOpen = run.check(
    "M4.2",
    "store.purchase",
    (data.status ?? "CREATED") === "CREATED" && typeof data.clientSecret === "string",
    {
      path: "data.status",
      found: data.status ?? "nothing",
      wanted: "CREATED with a clientSecret for a card",
    },
  );
  if (!isOpen) return undefined;
  const clientSecret = data.clientSecret ?? "";
  run.mask.add(clientSecret, "secret");
  return { key, data: { ...data, clientSecret }, intent: intentIdOf(clientSecret) };
}

const body = ({ data, intent }: Open) => ({
  transactionMethod: "STRIPE",
  transactionId: data.transactionId,
  externalTransactionId: intent,
});

export const captureCard = (run: Run, open: Open, more: object = {}, key = run.key()) =>
  run.call("store.capture", { key, body: { ...body(open), ...more } });

const cancelCard = (run: Run, { data }: Open, key = run.key()) =>
  run.call("store.cancel", { key, body: { transactionMethod: "STRIPE", transactionId: data.transactionId } });

const statusOf = (outcome: Outcome) =>
  outcome.kind === "broken" ? undefined : (outcome.data as { status?: string } | null)?.status;
const same = (one: Outcome, other: Outcome) =>
  one.kind === "success" &&
  other.kind === "success" &&
  JSON.stringify(one.data) === JSON.stringify(other.data);

/** Checks refusals before the card is charged, and cancelling. */
export const openCards: Step = {
  id: "open cards",
  needs: ["member", "buy", "provider"],
  rules: (contract) => [
    "M3.4",
    "M4.3",
    "M5.1",
    "M5.3",
    "M5.6",
    "M5.8",
    ...requestRules("store.capture", "store.cancel")(contract),
  ],
  async run(run) {
    const item = await itemFor(run, "card", openCards.rules(run.contract));
    const open = item && (await openCard(run, item));
    if (!open) return;
    const seen = await readIntent(run, open.data.clientSecret);
    const isRight = seen?.amount === item.sale_amount && seen.currency.toUpperCase() === item.payment_type;
    run.check("M3.4", "store.purchase", isRight, {
      path: "intent.amount",
      found: seen ? `${seen.amount} ${seen.currency}` : "no such intent",
      wanted: `${item.sale_amount} ${item.payment_type}`,
    });
    const early = await captureCard(run, open);
    const isEarly = run.refused("M5.1", "store.capture", early, {
      what: "an intent that nobody has paid",
      path: "data.status",
      codes: [10006],
    });
    // An unpaid transaction was captured, so further checks on it would prove nothing.
    if (!isEarly && early.kind === "success") return;
    const mismatch = await captureCard(run, open, { externalTransactionId: "pi_conform" });
    run.refused("M5.1", "store.capture", mismatch, {
      what: "another intent",
      path: "body.externalTransactionId",
      codes: [10004],
    });
    for (const [id, outcome] of [
      [
        "store.capture",
        await captureCard(run, { ...open, data: { ...open.data, transactionId: "conform-no-such" } }),
      ],
      [
        "store.cancel",
        await cancelCard(run, { ...open, data: { ...open.data, transactionId: "conform-no-such" } }),
      ],
    ] as const) {
      if (id === "store.cancel" && isAbsent(outcome)) continue;
      run.refused(id === "store.cancel" ? "M5.8" : "M5.1", id, outcome, {
        what: "a transaction that does not exist",
        path: "body.transactionId",
        codes: [10003],
      });
    }
    await tryMutations(run, "store.capture", () => ({ key: run.key(), body: body(open) }));

    const canceled = await cancelCard(run, open);
    if (isAbsent(canceled)) {
      for (const rule of ["M4.3", "M5.3", "M5.8"]) run.findings.skip(rule, "there is no cancel (M5.6)");
      run.fault("M5.6", "store.cancel", {
        path: "status",
        found: run.describe(canceled),
        wanted: "POST store/order/cancel",
        kind: "missing",
        instead: "the site drops what was never submitted, and looks at the rest for 90 days (M9.4)",
      });
      return;
    }
    run.check("M5.6", "store.cancel", statusOf(canceled) === "CANCELED", {
      path: "data.status",
      found: run.describe(canceled),
      wanted: "CANCELED",
    });
    const after = await readIntent(run, open.data.clientSecret);
    run.check("M4.3", "store.cancel", after?.status === "canceled", {
      path: "intent.status",
      found: after?.status ?? "nothing",
      wanted: "canceled at the provider: money can no longer move",
    });
    run.check("M5.8", "store.cancel", same(canceled, await cancelCard(run, open)), {
      path: "data",
      found: "another answer the second time",
      wanted: "the same answer",
    });
    const late = await captureCard(run, open);
    run.refused("M5.3", "store.capture", late, {
      what: "a capture after the cancel",
      path: "data.status",
      codes: [10108],
    });
    if (late.kind === "refusal")
      run.check("M5.3", "store.capture", statusOf(late) === "CANCELED", {
        path: "data.status",
        found: statusOf(late) ?? "nothing",
        wanted: "CANCELED",
      });
    const second = await openCard(run, item);
    if (!second) return;
    const cancelBody = { transactionMethod: "STRIPE", transactionId: second.data.transactionId };
    await tryMutations(run, "store.cancel", () => ({ key: run.key(), body: cancelBody }));
    await cancelCard(run, second);
  },
};

const isAbsent = (outcome: Outcome) =>
  [404, 405, 501].includes(outcome.response.status) &&
  !(outcome.kind === "refusal" && outcome.code === 10003);

/** Checks a paid card: ten captures at once, repeated captures, and a cancel after the capture. */
export const paidCards: Step = {
  id: "paid cards",
  needs: ["member", "buy", "provider"],
  rules: () => ["M4.1", "M5.2", "M5.4", "M5.7"],
  async run(run) {
    const item = await itemFor(run, "card", paidCards.rules(run.contract));
    const open = item && (await openCard(run, item));
    if (!open) return;
    if (!(await pay(run, open.data.clientSecret))) {
      for (const rule of paidCards.rules(run.contract))
        run.findings.skip(rule, "the provider took no test card");
      await cancelCard(run, open);
      return;
    }
    run.bought(`item ${item.id} by card, transaction ${open.data.transactionId}`);
    const before = await balanceOf(run, undefined);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => captureCard(run, open)));
    const [first] = outcomes.filter(({ kind }) => kind === "success");
    run.check("M4.1", "store.capture", first !== undefined && statusOf(first) === "CAPTURED", {
      path: "data.status",
      found: first ? statusOf(first) : run.describe(outcomes[0] as Outcome),
      wanted: "CAPTURED for an intent that has succeeded",
    });
    if (!first) return;
    const differing = outcomes.find((outcome) => outcome.kind === "success" && !same(first, outcome));
    run.check("M5.4", "store.capture", differing === undefined, {
      path: "data",
      found: "two answers for captures at once",
      wanted: "one",
    });
    const given = (await balanceOf(run, undefined)) - before;
    const again = await captureCard(run, open);
    run.check("M5.2", "store.capture", same(first, again), {
      path: "data",
      found: `capture again → ${run.describe(again)}`,
      wanted: "the same answer",
    });
    const noKey = await run.call("store.capture", { body: body(open) });
    run.check("M5.2", "store.capture", same(first, noKey), {
      path: "data",
      found: `capture again without a key → ${run.describe(noKey)}`,
      wanted: "the same answer",
    });
    const givenNow = (await balanceOf(run, undefined)) - before;
    run.check("M5.2", "store.capture", givenNow === given, {
      path: "books",
      found: `${givenNow} given after three captures, ${given} after the first`,
      wanted: "given once",
    });
    const tooLate = await cancelCard(run, open);
    if (!isAbsent(tooLate)) {
      run.refused("M5.7", "store.cancel", tooLate, {
        what: "a cancel after the capture",
        path: "data.status",
        codes: [10108],
      });
    } else run.findings.skip("M5.7", "there is no cancel (M5.6)");
    if (await hasList(run)) {
      const [row] = (await rowsOf(run, open.key)) ?? [];
      // M6.2 reports a late row.
      if (!row) return;
      run.check("M4.1", "store.purchases", row.status === "CAPTURED" && row.amountTaken === row.amount, {
        path: "data.items[0].status",
        found: `${row.status}, ${row.amountTaken} taken`,
        wanted: "CAPTURED, and the amount taken",
      });
    }
  },
};

/** Checks the two PayPal calls. The site never sends them for a visitor. */
export const paypal: Step = {
  id: "paypal",
  needs: ["member", "buy"],
  rules: requestRules("paypal.createOrder", "paypal.captureOrder"),
  async run(run) {
    const item = await itemFor(run, "card", paypal.rules(run.contract));
    if (!item) return;
    const wanted = { objectId: purchaseBody(item).objectId, quantity: 1 };
    const outcome = await run.call("paypal.createOrder", { body: wanted });
    if (isAbsent(outcome)) {
      for (const rule of paypal.rules(run.contract))
        run.findings.skip(rule, "there is no PayPal; no visitor reaches it");
      return;
    }
    const order =
      outcome.kind === "success"
        ? (outcome.data as { orderId: string })
        : await run.ok<{ orderId: string }>("paypal.createOrder", { body: wanted });
    await tryMutations(run, "paypal.createOrder", () => ({ body: wanted }));
    if (!order) return;
    const capture = { ...wanted, orderId: order.orderId };
    await tryMutations(
      run,
      "paypal.captureOrder",
      () => {
        run.mayBuy();
        return { body: capture };
      },
      () => run.bought(`item ${item.id} by PayPal`),
    );
    run.mayBuy();
    await run.ok("paypal.captureOrder", { body: capture });
    run.bought(`item ${item.id} by PayPal, order ${order.orderId}`);
  },
};
