import {
  balanceOf,
  buy,
  checkTaken,
  countBought,
  firstPurchase,
  iso,
  itemFor,
  purchaseBody,
  type Purchase,
} from "../books";
import type { Outcome } from "../judge";
import type { Run, Step } from "../run";
import type { Item } from "./member";

const idOf = (outcome: Outcome) =>
  outcome.kind === "success" ? (outcome.data as Purchase).transactionId : undefined;
const SAME = "(same key, same content)";

/** Checks that a repeated key returns the same response and takes nothing. */
export const replay: Step = {
  id: "replay",
  needs: ["member", "buy"],
  rules: () => ["M2.3", "M2.5", "M2.10", "M4.2", "M8.3", "M8.5"],
  async run(run) {
    const first = await firstPurchase(run, replay.rules(run.contract));
    if (!first) return;
    const { item, key, before, data } = first;
    run.check(
      "M4.2",
      "store.purchase",
      (data.status ?? "CAPTURED") === "CAPTURED" && data.clientSecret == null,
      {
        path: "data.status",
        found: data.status ?? "nothing",
        wanted: "CAPTURED and no clientSecret for a balance",
      },
    );
    await checkTaken(run, "M4.2", item, before, 1, "one purchase");
    const line = first.line as
      | { type: string; change_amount: number; created_at: string; transactionId?: string }
      | undefined;
    const late = Math.abs(
      Date.parse(line?.created_at ?? "") - Date.parse(data.capturedAt ?? iso(run.env.now())),
    );
    run.check(
      "M8.3",
      "users.history",
      line?.type === "REDEEM" &&
        line.change_amount === (data.amount ?? item.sale_amount) / 100 &&
        late <= 5000,
      {
        path: "data.items[0]",
        found: line ?? "no line",
        wanted: "a REDEEM line of amount ÷ 100, within 5 s of capturedAt",
      },
    );
    run.check("M8.3", "users.history", line?.transactionId === data.transactionId, {
      path: "data.items[0].transactionId",
      found: line?.transactionId ?? "nothing",
      wanted: data.transactionId,
      kind: "missing",
      instead: "the site settles by amount and time",
    });

    const again = await buy(run, item, { key });
    const isSame = again.kind === "success" && JSON.stringify(again.data) === JSON.stringify(data);
    run.check("M2.3", "store.purchase", isSame, {
      path: again.kind === "success" && idOf(again) !== data.transactionId ? "data.transactionId" : "data",
      found:
        again.kind === "success"
          ? `second answer ${JSON.stringify(idOf(again))} is not ${JSON.stringify(data.transactionId)} ${SAME}`
          : run.describe(again),
      wanted: "the first answer",
    });
    const isOnce = await checkTaken(run, "M2.3", item, before, 1, "the same key twice");
    if (!isSame || !isOnce) {
      for (const rule of ["M2.5", "M2.10"]) run.findings.skip(rule, "a replay is no replay (M2.3)");
      return;
    }
    run.check("M2.3", "store.purchase", again.response.headers.get("idempotency-replayed") === "true", {
      path: "header Idempotency-Replayed",
      found: again.response.headers.get("idempotency-replayed") ?? "nothing",
      wanted: "true",
      kind: "missing",
    });
    const other = await buy(run, item, { key, quantity: 2 });
    run.refused("M2.5", "store.purchase", other, {
      what: "a used key with another quantity",
      path: "body.quantity",
      codes: [10101],
      statuses: [422],
    });
    const backwards = Object.fromEntries(
      Object.entries({ ...purchaseBody(item), conformUnknown: 1 }).reverse(),
    );
    run.mayBuy();
    const reordered = await run.call("store.purchase", { key, body: backwards });
    countBought(run, item, reordered);
    run.check("M2.5", "store.purchase", idOf(reordered) === data.transactionId, {
      path: "body",
      found: `other order of fields and an unknown one → ${run.describe(reordered)}`,
      wanted: "the replay: compared by fields",
    });
    run.mayBuy();
    const without = await run.call("store.purchase", { key, body: purchaseBody(item), token: undefined });
    countBought(run, item, without);
    run.check("M2.10", "store.purchase", without.response.status === 401, {
      path: "status",
      found: `a used key without a token → ${run.describe(without)}`,
      wanted: "HTTP 401",
    });
    const { accessToken } = await run.signIn(run.options.email ?? "", run.options.password ?? "");
    const renewed = await buy(run, item, { key, token: accessToken });
    run.check("M2.10", "store.purchase", idOf(renewed) === data.transactionId, {
      path: "data.transactionId",
      found: `the same key with a new token → ${run.describe(renewed)}`,
      wanted: "the replay",
    });
    await checkTaken(run, "M2.5", item, before, 1, "five times the same key");
    const times = [...(run.times.get("store.purchase") ?? [])].sort((a, b) => a - b);
    const p95 = times[Math.floor(times.length * 0.95)] ?? 0;
    run.check("M8.5", "store.purchase", p95 <= 3000, {
      path: "time",
      found: `${Math.round(p95)} ms for 95 of 100`,
      wanted: "within 3000 ms",
      kind: "warn",
    });
  },
};

/** Sends ten requests at once with the same key, or as many as the purchase limit leaves. */
export const atOnce: Step = {
  id: "ten at once",
  needs: ["member", "buy"],
  rules: () => ["M2.6"],
  async run(run) {
    const item = await itemFor(run, "balance", ["M2.6"]);
    if (!item) return;
    const before = await balanceOf(run, item);
    const key = run.key();
    // A wrong API may carry out each of them.
    const length = Math.min(10, run.mayBuy());
    const outcomes = await Promise.all(Array.from({ length }, () => buy(run, item, { key })));
    const ids = new Set(outcomes.map(idOf).filter((id) => id !== undefined));
    run.check("M2.6", "store.purchase", ids.size === 1, {
      path: "data.transactionId",
      found: `${ids.size} transactions of ${length} requests at once`,
      wanted: "one",
    });
    for (const outcome of outcomes) {
      if (outcome.kind === "success" || outcome.kind === "broken") continue;
      const isWait =
        outcome.response.status === 409 &&
        outcome.code === 10102 &&
        outcome.response.headers.has("retry-after");
      run.check("M2.6", "store.purchase", isWait, {
        path: "status",
        found: run.describe(outcome),
        wanted: "the replay, or HTTP 409 with 10102 and Retry-After",
      });
    }
    if (ids.size === 1) await checkTaken(run, "M2.6", item, before, 1, "ten at once");
  },
};

/** Checks that a key is scoped to one member and one call. */
export const scope: Step = {
  id: "scope of a key",
  needs: ["member", "buy"],
  rules: () => ["M2.2"],
  async run(run) {
    const first = await firstPurchase(run, ["M2.2"]);
    if (!first) return;
    const { item, key } = first;
    const body = {
      transactionMethod: "STRIPE",
      transactionId: "conform-no-such",
      externalTransactionId: "pi_conform",
    };
    const elsewhere = await run.call("store.capture", { key, body });
    // Half of the rule is not a pass.
    if (!run.options.second && elsewhere.kind !== "success")
      return run.findings.skip("M2.2", "needs a second account in --config");
    run.refused("M2.2", "store.capture", elsewhere, {
      what: "the key of a purchase on the capture of nothing",
      path: "data.transactionId",
    });
    if (!run.options.second) return;
    const { accessToken } = await run.second();
    const theirs = await buy(run, item, {
      key,
      quantity: await tooMany(run, item, accessToken),
      token: accessToken,
    });
    run.check("M2.2", "store.purchase", theirs.kind !== "success", {
      path: "data.transactionId",
      found: "another member's key was answered with this member's purchase",
      wanted: "decided for themselves: more than their balance pays for",
    });
    run.check("M2.2", "store.purchase", theirs.response.status !== 422, {
      path: "status",
      found: run.describe(theirs),
      wanted: "no word of another member's key",
    });
  },
};

/** The specification gives a shortage the codes 8000 to 8006; money.md 11 says which of them is which. */
const UNAGREED = [8000, 8001, 8002, 8003];
const SHORTAGES = [...UNAGREED, 8004, 8005, 8006];

/** Returns a quantity that costs more than the balance. */
async function tooMany(run: Run, item: Item, token?: string): Promise<number> {
  return Math.floor(((await balanceOf(run, item, token)) * 100) / Math.max(item.sale_amount, 1)) + 1;
}

/** Checks that a refused request is processed again when its key is repeated. */
export const refusal: Step = {
  id: "refusal, then success",
  needs: ["member", "buy"],
  rules: () => ["M2.4"],
  async run(run) {
    const item = await itemFor(run, "balance", ["M2.4"]);
    if (!item) return;
    const before = await balanceOf(run, item);
    const key = run.key();
    const refused = await buy(run, item, { key, quantity: await tooMany(run, item) });
    const wasRefused = run.refused("M2.4", "store.purchase", refused, {
      what: "more than the balance pays for",
      codes: [...SHORTAGES, 10001],
    });
    if (!wasRefused) return;
    if (refused.kind === "refusal" && UNAGREED.includes(Number(refused.code)))
      run.fault("M2.4", "store.purchase", {
        path: "result",
        found: `${refused.code} for more than the balance pays for`,
        wanted: "8004, 8005 or 8006",
        source: "money.md 11",
        kind: "differs",
      });
    await checkTaken(run, "M2.4", item, before, 0, "a refusal");
    const now = await buy(run, item, { key });
    const isDone = run.check("M2.4", "store.purchase", now.kind === "success", {
      path: "envelope",
      found: `the same key after a refusal → ${run.describe(now)}`,
      wanted: "decided anew: success",
    });
    if (isDone) await checkTaken(run, "M2.4", item, before, 1, "refused, then bought");
  },
};

/** Checks purchases without an idempotency key and expected price, as older sites send them. */
export const keyless: Step = {
  id: "without a key",
  needs: ["member", "buy"],
  rules: () => ["M2.9", "M3.3", "M1.4"],
  async run(run) {
    const item = await itemFor(run, "balance", keyless.rules(run.contract));
    if (!item) return;
    const before = await balanceOf(run, item);
    const more = { expectedUnitAmount: undefined, expectedCurrency: undefined };
    const outcome = await buy(run, item, { more });
    for (const rule of ["M2.9", "M3.3"]) {
      run.check(rule, "store.purchase", outcome.kind === "success", {
        path: rule === "M2.9" ? "header Idempotency-Key" : "body.expectedUnitAmount",
        found: `left out → ${run.describe(outcome)}`,
        wanted: "carried out",
      });
    }
    await checkTaken(run, "M2.9", item, before, outcome.kind === "success" ? 1 : 0, "without a key");
    const after = await balanceOf(run, item);
    await run.call("store.product", { params: { id: item.id } });
    run.check("M1.4", "store.product", (await balanceOf(run, item)) === after, {
      path: "books",
      found: "a read moved a balance",
      wanted: "nothing moved",
    });
  },
};
