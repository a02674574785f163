import { balanceOf, buy, isBalance, items, purchaseBody, type Purchase } from "../books";
import { tryMutations } from "../mutations";
import type { Step } from "../run";
import { requestRules } from "./guest";
import type { Item } from "./member";

/** Checks refusals that take nothing: an unknown item, quantities, fractions, and every invalid request body. */
export const unspent: Step = {
  id: "refused purchases",
  needs: ["member", "buy"],
  rules: (contract) => ["M8.2", "store.purchase refusals", ...requestRules("store.purchase")(contract)],
  async run(run) {
    const all = await items(run);
    const item = all[0];
    if (!item) return;
    const before = await balanceOf(run, isBalance(item) ? item : undefined);
    const rule = "store.purchase refusals";
    const unknown = await buy(run, { ...item, id: 999_999_999 }, { key: run.key() });
    run.refused(rule, "store.purchase", unknown, {
      what: "an item that does not exist",
      path: "body.objectId",
    });
    const many = await buy(run, item, { key: run.key(), quantity: 1_000_000_000 });
    run.refused(rule, "store.purchase", many, { what: "10⁹ of an item", path: "body.quantity" });
    const other = isBalance(item) ? "STRIPE" : "SORIA";
    const method = await buy(run, item, { key: run.key(), more: { transactionMethod: other } });
    run.refused(rule, "store.purchase", method, {
      what: `${other} for an item in ${item.payment_type}`,
      path: "body.transactionMethod",
    });
    let carriedOut = 0;
    await tryMutations(
      run,
      "store.purchase",
      () => {
        if (isBalance(item)) run.mayBuy();
        return { key: run.key(), body: { ...purchaseBody(item), orderId: undefined } };
      },
      (data, { path, what }) => {
        carriedOut += 1;
        if (isBalance(item)) run.bought(`item ${item.id}: ${path} ${what}`);
        else run.findings.made.push(`an open transaction ${(data as Purchase).transactionId}`);
      },
    );
    const list = await run.ok<{ items: Item[] }>("store.products", {
      query: { page: 1, size: 100, scope: "WEB" },
    });
    const fraction = list?.items?.find(
      (one) => isBalance(one) && Number.isSafeInteger(one.sale_amount) && one.sale_amount % 100 !== 0,
    );
    if (fraction) {
      const outcome = await buy(run, fraction, { key: run.key() });
      run.refused("M8.2", "store.purchase", outcome, {
        what: "a price in a fraction of a unit",
        path: "data.amount",
        codes: [10110],
      });
    } else run.findings.skip("M8.2", "no item of the store has a price in a fraction of a unit");
    const after = await balanceOf(run, isBalance(item) ? item : undefined);
    // A purchase that was carried out is already reported by its own rule.
    const isReported = run.findings
      .list()
      .some((one) => one.call === "store.purchase" && one.kind === "fail");
    if (carriedOut === 0 && !isReported) {
      run.check(rule, "store.purchase", before === after, {
        path: "books",
        found: `refusals: ${before - after} taken`,
        wanted: "nothing taken",
      });
    }
  },
};
