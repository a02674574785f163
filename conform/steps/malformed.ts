import { balanceOf, isBalance, items, purchaseBody } from "../books";
import { keyOf } from "../contract";
import type { Step } from "../run";

/** Sends malformed idempotency keys to each call that accepts one. */
export const malformed: Step = {
  id: "malformed keys",
  needs: ["member", "buy"],
  rules: (contract) => [
    "M1.1",
    "M2.1",
    ...contract.calls
      .filter((call) => keyOf(call).length > 0)
      .map(({ id }) => `${id} header.Idempotency-Key`),
  ],
  async run(run) {
    const [item] = await items(run);
    if (!item)
      return malformed
        .rules(run.contract)
        .forEach((rule) => run.findings.skip(rule, "no item of --buy can be read"));
    const before = await balanceOf(run, isBalance(item) ? item : undefined);
    for (const call of run.contract.calls.filter((one) => keyOf(one).length > 0)) {
      const rule = `${call.id} header.Idempotency-Key`;
      if (!run.client.has(call.service)) {
        run.findings.skip(rule, "needs --orders URL");
        continue;
      }
      const body = call.id === "store.purchase" ? purchaseBody(item) : call.example.body;
      for (const key of ["short", "spaces are not allowed", "x".repeat(81)]) {
        run.mayBuy();
        const outcome = await run.call(call.id, { key, body });
        run.findings.try(rule, "M1.1", "M2.1");
        const isNotThere = [404, 405, 501].includes(outcome.response.status);
        const isAbsent = run.isAbsent(call.id) || (call.basis === "proposed" && isNotThere);
        if (isAbsent) continue;
        const codes = call.service === "order" ? undefined : [10103];
        run.refused("M2.1", call.id, outcome, {
          what: `${call.path}, a key of ${key.length} characters of another form`,
          path: "header Idempotency-Key",
          ...(codes && { codes, statuses: [400] }),
        });
        if (outcome.kind === "success" && call.id === "store.purchase")
          run.bought(`item ${item.id} under a malformed key`);
      }
    }
    const after = await balanceOf(run, isBalance(item) ? item : undefined);
    run.check("M2.1", "store.purchase", before === after, {
      path: "books",
      found: `malformed keys: ${before - after} taken`,
      wanted: "nothing taken",
    });
  },
};
