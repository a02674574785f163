import { balanceOf, buy, hasList, isBalance, iso, itemFor, items, rowsOf, type List } from "../books";
import { tryMutations } from "../mutations";
import { pay } from "../provider";
import type { Run, Step } from "../run";
import { captureCard, openCard, type Open } from "./cards";
import { requestRules } from "./guest";
import type { Item } from "./member";

const orderBody = (item: Item, quantity = 1) => ({
  orderItems: [{ objectId: item.id, quantity }],
  customer: { name: "Conform Kit", phone: "090-0000-0000", email: "conform@example.com" },
  shipping: {
    name: "Conform Kit",
    phone: "090-0000-0000",
    address: "1-1 Chiyoda",
    detailedAddress: "101",
    postalCode: "100-0001",
  },
  paymentMethod: "STRIPE",
});

type Id = string | number;
interface Orders {
  content: { id: Id }[];
}

const isListed = async (run: Run, orderId: Id) =>
  ((await run.ok<Orders>("orders.list", { query: { page: 1, size: 10 } }))?.content ?? []).some(
    ({ id }) => String(id) === String(orderId),
  );

const confirm = (run: Run, orderId: Id, transactionId?: string, key = run.key()) =>
  run.call("orders.confirm", {
    key,
    body: { orderId, ...(transactionId !== undefined && { transactionId }) },
  });

/**
 * Creates an order with delivery, pays for it by card and captures the payment.
 *
 * @returns undefined when a step fails
 */
async function paidOrder(run: Run, item: Item): Promise<{ orderId: Id; open: Open } | undefined> {
  const made = await run.ok<{ orderId: Id }>("orders.create", { key: run.key(), body: orderBody(item) });
  const open = made && (await openCard(run, item, { orderId: made.orderId }));
  if (!open || !(await pay(run, open.data.clientSecret))) return undefined;
  run.bought(`item ${item.id} with delivery, order ${made.orderId}`);
  await captureCard(run, open);
  return { orderId: made.orderId, open };
}

/** Checks orders with delivery: creation, payment, confirmation. */
export const orders: Step = {
  id: "orders",
  needs: ["member", "buy", "orders", "provider"],
  rules: (contract) => [
    "M7.1",
    "M7.2",
    "M7.3",
    "M7.4",
    "M7.6",
    ...requestRules("orders.create", "orders.confirm")(contract),
  ],
  async run(run) {
    const item = await itemFor(run, "card", orders.rules(run.contract));
    if (!item) return;
    const key = run.key();
    const made = await run.ok<{ orderId: Id }>("orders.create", { key, body: orderBody(item) });
    if (!made) return;
    const { orderId } = made;
    run.findings.made.push(`order ${orderId}`);
    run.check("M7.1", "orders.list", !(await isListed(run, orderId)), {
      path: "data.content[].id",
      found: "an order that is not confirmed is listed",
      wanted: "confirmed orders alone",
    });
    const again = await run.call("orders.create", { key, body: orderBody(item) });
    run.check(
      "M7.6",
      "orders.create",
      again.kind === "success" && (again.data as typeof made).orderId === orderId,
      {
        path: "data.orderId",
        found: `the same key again → ${run.describe(again)}`,
        wanted: "the first answer",
      },
    );
    const other = await run.call("orders.create", { key, body: orderBody(item, 2) });
    run.refused("M7.6", "orders.create", other, {
      what: "a used key with another quantity",
      path: "body.orderItems[0].quantity",
      codes: ["KEY_REUSED"],
      statuses: [422],
    });
    const dearer = {
      ...orderBody(item),
      orderItems: [
        {
          objectId: item.id,
          quantity: 1,
          expectedUnitAmount: item.sale_amount + 100,
          expectedCurrency: item.payment_type,
        },
      ],
    };
    const changed = await run.call("orders.create", { key: run.key(), body: dearer });
    run.refused("M7.4", "orders.create", changed, {
      what: "another price than the item's",
      path: "body.orderItems[0].expectedUnitAmount",
      codes: ["PRICE_CHANGED"],
      kind: "missing",
    });
    const unpaid = await confirm(run, orderId);
    run.refused("M7.3", "orders.confirm", unpaid, {
      what: "an order without a payment",
      path: "body.orderId",
      codes: ["NOT_PAID"],
    });
    await tryMutations(
      run,
      "orders.create",
      () => ({ key: run.key(), body: orderBody(item) }),
      (data) => void run.findings.made.push(`order ${(data as typeof made).orderId}`),
    );

    const paid = await paidOrder(run, item);
    if (!paid) return;
    const done = await confirm(run, paid.orderId, paid.open.data.transactionId);
    run.check("M7.3", "orders.confirm", done.kind === "success", {
      path: "message",
      found: run.describe(done),
      wanted: "SUCCESS for an order that is paid",
    });
    const twice = await confirm(run, paid.orderId, paid.open.data.transactionId);
    run.check("M7.3", "orders.confirm", twice.kind === done.kind, {
      path: "message",
      found: `confirm again → ${run.describe(twice)}`,
      wanted: "the same answer",
    });
    run.check("M7.1", "orders.list", await isListed(run, paid.orderId), {
      path: "data.content[].id",
      found: "a confirmed order is not listed",
      wanted: "listed",
    });
    await tryMutations(run, "orders.confirm", () => ({
      key: run.key(),
      body: { orderId: paid.orderId, transactionId: paid.open.data.transactionId },
    }));
    const [row] = (await rowsOf(run, paid.open.key)) ?? [];
    if (row) {
      run.check("M7.2", "store.purchases", String(row.orderId) === String(paid.orderId), {
        path: "data.items[0].orderId",
        found: row.orderId ?? "nothing",
        wanted: "the order that the payment named",
        kind: "missing",
      });
    } else run.findings.skip("M7.2", "there is no list (M9.1)");
  },
};

const DAY_S = 24 * 60 * 60;

/** Checks what the API does without a request: with unfinished purchases after 24 hours, with a key after 91 days. */
export const late: Step = {
  id: "what is left undone",
  needs: ["member", "buy", "orders", "provider", { seconds: 92 * DAY_S }],
  rules: () => ["M2.8", "M5.5", "M5.9", "M7.5"],
  async run(run) {
    const item = await itemFor(run, "card", late.rules(run.contract));
    if (!item || !(await hasList(run))) {
      for (const rule of late.rules(run.contract)) run.findings.skip(rule, "needs the list (M9.1)");
      return;
    }
    // Earlier steps may have taken longer than the token lifetime.
    await run.member(true);
    const dropped = await openCard(run, item);
    const uncaptured = await openCard(run, item);
    if (uncaptured && (await pay(run, uncaptured.data.clientSecret)))
      run.bought(`item ${item.id} by card, transaction ${uncaptured.data.transactionId}`);
    const order = await paidOrder(run, item);
    const first = run.notes.get("first") as { item: Item; key: string } | undefined;
    await run.env.wait(25 * 60 * 60 * 1000);
    await run.member(true);
    // The API may do its clean-up on the next request.
    await balanceOf(run, undefined);
    await run.env.wait(5000);
    const list = await run.ok<List>("store.purchases", {
      query: { since: iso(run.started - 60_000), size: 100 },
    });
    const rowOf = (open: Open | undefined) =>
      list?.items?.find(({ transactionId }) => transactionId === open?.data.transactionId);
    run.check("M5.9", "store.cancel", ["CANCELED", "EXPIRED"].includes(rowOf(dropped)?.status ?? ""), {
      path: "data.items[].status",
      found: rowOf(dropped)?.status ?? "no row",
      wanted: "EXPIRED after 24 hours",
      kind: "missing",
    });
    run.check("M5.5", "store.capture", ["CAPTURED", "REFUNDED"].includes(rowOf(uncaptured)?.status ?? ""), {
      path: "data.items[].status",
      found: rowOf(uncaptured)?.status ?? "no row",
      wanted: "captured or refunded within 24 hours",
    });
    if (order) {
      const isDone = (await isListed(run, order.orderId)) || rowOf(order.open)?.status === "REFUNDED";
      run.check("M7.5", "orders.confirm", isDone, {
        path: "data.content[].id",
        found: "paid, not confirmed, not refunded",
        wanted: "confirmed or refunded within 24 hours",
      });
    }
    const [any] = await items(run);
    if (!first || !any) return run.findings.skip("M2.8", "no purchase was made");
    await run.env.wait(90 * DAY_S * 1000);
    await run.member(true);
    const before = await balanceOf(run, isBalance(first.item) ? first.item : undefined);
    const old = await buy(run, first.item, { key: first.key });
    run.refused("M2.8", "store.purchase", old, {
      what: "a key after 91 days",
      path: "header Idempotency-Key",
      codes: [10104],
      statuses: [410],
    });
    const after = await balanceOf(run, isBalance(first.item) ? first.item : undefined);
    run.check("M2.8", "store.purchase", before === after, {
      path: "books",
      found: `${before - after} taken`,
      wanted: "nothing taken",
    });
  },
};
