import type { Content } from "../content";
import { insertRow, type Statement } from "../database";
import { DAY } from "../members";
import { insertItem, orderNumber } from "../order-records";
import type { Random } from "./random";

/**
 * Returns the statements for `count` confirmed orders of the last 200 days, in USD or SGD; every third may have
 * several items.
 */
export function orderStatements(
  random: Random,
  order: {
    memberId: number;
    products: Content["products"];
    count: number;
    now: number;
    /** Added to the last part of order numbers, so that two members never get the same one. */
    mark?: number;
  },
): Statement[] {
  const { memberId, products, count, now, mark = 0 } = order;
  const sold = products.map((product, i) => ({ ...product, id: i + 1 }));
  return Array.from({ length: count }).flatMap((_, i) => {
    const currency = random.pick(["USD", "SGD"]);
    const choice = sold.filter(({ paymentType }) => paymentType === currency);
    const kinds = i % 3 === 1 ? random.whole(2, 3) : 1;
    const first = random.whole(0, choice.length - 1);
    const items = Array.from({ length: kinds }, (_unused, k) => ({
      product: choice[(first + k) % choice.length] as (typeof choice)[number],
      quantity: random.whole(1, 3),
    }));
    const at = now - Math.floor(((i + random.next()) / count) * 200 * DAY) - 3_600_000;
    const number = orderNumber(at, mark + 1);
    const total = items.reduce((sum, { product, quantity }) => sum + product.amount * quantity, 0);
    return [
      insertRow("orders", {
        member_id: memberId,
        number,
        total,
        currency,
        status: "CONFIRMED",
        created_at: Math.floor(at / 1000) * 1000,
      }),
      ...items.map(({ product, quantity }) => insertItem(number, { product_id: product.id, quantity })),
    ];
  });
}
