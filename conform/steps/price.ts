import { balanceOf, buy, firstPurchase, hasList, iso, type List, type Purchase } from "../books";
import { tryMutations } from "../mutations";
import type { Step } from "../run";
import { requestRules } from "./guest";

/** Checks that the charged price is the price that was displayed. */
export const price: Step = {
  id: "price",
  needs: ["member", "buy"],
  rules: () => ["M3.1", "M3.2", "M9.6", "M9.8"],
  async run(run) {
    const first = await firstPurchase(run, price.rules(run.contract));
    if (!first) return;
    const { item, data, before } = first;
    run.check("M9.6", "store.purchase", data.amount !== undefined && data.currency !== undefined, {
      path: "data.amount",
      found: "no amount and currency",
      wanted: "what was taken, in hundredths",
      kind: "missing",
      instead: "the site cannot tell a price that changed",
    });
    run.check("M3.1", "store.purchase", data.amount === undefined || data.amount === item.sale_amount, {
      path: "data.amount",
      found: data.amount,
      wanted: `the price that was sent: ${item.sale_amount}`,
    });
    const wrong = await buy(run, item, {
      key: run.key(),
      more: { expectedUnitAmount: item.sale_amount + 100 },
    });
    const changed = await balanceOf(run, item);
    if (wrong.kind === "success") {
      // Sold at the item's price: the API ignores the expected price. Sold at another price: the member lost money.
      const isHigher =
        (wrong.data as Purchase).amount !== undefined && (wrong.data as Purchase).amount !== item.sale_amount;
      run.fault("M3.2", "store.purchase", {
        path: "body.expectedUnitAmount",
        found: "another price than the item's → success",
        wanted: "10100 and nothing taken",
        kind: isHigher ? "fail" : "missing",
        instead: "the site compares what comes back (M9.6)",
      });
      run.findings.skip("M9.8", "the API compares no price (M3.2)");
      return;
    }
    const told = run.refused("M3.2", "store.purchase", wrong, {
      what: "another price than the item's",
      path: "body.expectedUnitAmount",
      codes: [10100],
    });
    const read = await run.call("store.product", { params: { id: item.id } });
    const said = read.response.headers.get("known-fields") ?? "";
    const names = said.split(",").map((name) => name.trim());
    run.check(
      "M9.8",
      "store.purchase",
      ["expectedUnitAmount", "expectedCurrency"].every((name) => names.includes(name)),
      {
        path: "header Known-Fields",
        found: said === "" ? "nothing" : said,
        wanted: "expectedUnitAmount, expectedCurrency: the API compares them",
        kind: "missing",
        instead: "the site sends no price, and compares what comes back (M9.6)",
      },
    );
    const now =
      wrong.kind === "refusal" ? (wrong.data as { unitAmount?: number; currency?: string } | null) : null;
    if (told) {
      run.check(
        "M3.2",
        "store.purchase",
        now?.unitAmount === item.sale_amount && now.currency === item.payment_type,
        {
          path: "data",
          found: now ?? "nothing",
          wanted: "{unitAmount, currency} as they are now",
        },
      );
    }
    const other = await buy(run, item, {
      key: run.key(),
      more: { expectedCurrency: item.payment_type === "POINT" ? "SORIA" : "POINT" },
    });
    run.refused("M3.2", "store.purchase", other, {
      what: "another currency than the item's",
      path: "body.expectedCurrency",
      codes: [10100],
    });
    run.check("M3.2", "store.purchase", (await balanceOf(run, item)) === changed && changed <= before, {
      path: "books",
      found: "a refusal moved the balance",
      wanted: "nothing taken",
    });
  },
};

/** Checks store.purchases, the book of record. */
export const book: Step = {
  id: "book of record",
  needs: ["member", "buy"],
  rules: (contract) => [
    "M6.1",
    "M6.2",
    "M6.3",
    "M6.4",
    "M6.5",
    "M8.1",
    "M8.4",
    "M9.1",
    ...requestRules("store.purchases")(contract),
  ],
  async run(run) {
    const rules = book.rules(run.contract);
    const first = await firstPurchase(run, rules);
    if (!(await hasList(run))) {
      for (const rule of ["M6.1", "M6.2", "M6.3", "M6.4", "M6.5"])
        run.findings.skip(rule, "there is no list (M9.1)");
      return;
    }
    const since = iso(run.started - 60_000);
    const read = (query: object) => run.ok<List>("store.purchases", { query: { since, size: 50, ...query } });
    const list = await read({});
    if (!list) return;
    const { items: rows = [], asOf } = list;
    if (first) {
      const row = first.rows?.[0];
      run.check("M6.2", "store.purchases", row?.transactionId === first.data.transactionId, {
        path: "data.items",
        found: row ? row.transactionId : "no row right after the purchase had answered",
        wanted: first.data.transactionId,
      });
      if (row) {
        run.check(
          "M6.4",
          "store.purchases",
          row.amountTaken === row.amount && row.amount === (first.data.amount ?? row.amount),
          {
            path: "data.items[0].amountTaken",
            found: row.amountTaken,
            wanted: `what was taken: ${first.data.amount}`,
          },
        );
      }
      const only = await read({ key: first.key });
      run.check(
        "M6.1",
        "store.purchases",
        (only?.items ?? []).every(({ idempotencyKey }) => idempotencyKey === first.key),
        {
          path: "data.items[].idempotencyKey",
          found: "rows of other keys",
          wanted: "the rows of the key alone",
        },
      );
    }
    const times = rows.map(({ updatedAt }) => Date.parse(updatedAt));
    run.check(
      "M6.1",
      "store.purchases",
      times.every((time, n) => n === 0 || time >= (times[n - 1] ?? 0)),
      {
        path: "data.items[].updatedAt",
        found: "a later change before an earlier one",
        wanted: "the oldest change first",
      },
    );
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page: List | undefined = await read({ size: 1, ...(cursor !== null && { cursor }) });
      paged.push(...(page?.items ?? []).map(({ transactionId }) => transactionId));
      cursor = page?.nextCursor ?? null;
    } while (cursor !== null && paged.length <= rows.length);
    run.check(
      "M6.1",
      "store.purchases",
      paged.join() === rows.map(({ transactionId }) => transactionId).join() || list.nextCursor !== null,
      {
        path: "data.nextCursor",
        found: `${paged.length} rows by pages of one`,
        wanted: `the same ${rows.length} rows`,
      },
    );
    run.check(
      "M6.3",
      "store.purchases",
      times.every((time) => time <= Date.parse(asOf)),
      { path: "data.asOf", found: asOf, wanted: "not before a row's updatedAt" },
    );
    const none = await read({ key: run.key() });
    run.check("M6.5", "store.purchases", none?.items?.length === 0 && !Number.isNaN(Date.parse(none.asOf)), {
      path: "data.items",
      found: `${none?.items?.length} rows of a key that was never sent`,
      wanted: "none, and asOf",
    });
    for (const [n, row] of rows.entries()) {
      const path = `data.items[${n}]`;
      const whole = [row.amount, row.amountTaken].every(
        (amount) => Number.isSafeInteger(amount) && amount >= 0,
      );
      run.check("M8.1", "store.purchases", whole, {
        path: `${path}.amount`,
        found: row.amount,
        wanted: "whole hundredths from 0",
      });
      const [created, captured, updated] = [
        row.createdAt,
        row.capturedAt ?? row.createdAt,
        row.updatedAt,
      ].map((time) => Date.parse(time ?? ""));
      run.check(
        "M8.4",
        "store.purchases",
        (created ?? 0) <= (captured ?? 0) && (captured ?? 0) <= (updated ?? 0),
        {
          path: `${path}.updatedAt`,
          found: row.updatedAt,
          wanted: "createdAt ≤ capturedAt ≤ updatedAt",
        },
      );
      const taken = ["CAPTURED", "REFUNDED"].includes(row.status) || row.amountTaken === 0;
      run.check("M6.4", "store.purchases", taken, {
        path: `${path}.amountTaken`,
        found: `${row.amountTaken} with ${row.status}`,
        wanted: "0 before CAPTURED",
      });
    }
    await tryMutations(run, "store.purchases", () => ({ query: { since, size: 10 } }));
  },
};
