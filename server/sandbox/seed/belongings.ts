/** What a seeded member has: history, orders and inquiries. */
import { brand } from "../../runtime/brand";
import { newPublicId } from "../api/inquiries";
import { loadContent, withLabels } from "../content";
import { insertRow, type Statement } from "../database";
import { currencyOf, DAY, gainOf, type Balance } from "../members";
import { insertItem, orderNumber } from "../order-records";
import type memberInquiries from "./inquiries.json";
import notes from "./notes.json";
import type { Random } from "./random";

/** Notes of the history's lines. */
export const NOTES = withLabels(notes);

/** Range of an amount: minimum, maximum, step. */
const SIZE: Record<Balance, [number, number, number]> = {
  soria: [5, 400, 10],
  soria_plus: [1, 12, 5],
  point: [1, 30, 5],
};

/**
 * Generates the movements of one currency, oldest first, from 0 to exactly `final`. Works backwards from the end, so
 * that no balance is negative; the oldest movement brings the rest.
 */
function linesOf(random: Random, balance: Balance, final: number, count: number) {
  const [from, to, step] = SIZE[balance];
  const gain = gainOf(balance);
  const lines: { balance: Balance; type: keyof typeof NOTES; amount: number; net: number }[] = [];
  let net = final;
  for (let left = count; left > 1; left -= 1) {
    const amount = random.whole(from, to) * step;
    // A gain must leave an amount for the earlier lines; a loss increases what they must bring.
    const gains = net > amount * 2 && random.chance(0.62);
    lines.unshift({ balance, type: gains ? gain : "REDEEM", amount, net });
    net += gains ? -amount : amount;
  }
  if (count > 0 && net > 0) lines.unshift({ balance, type: gain, amount: net, net });
  return lines;
}

/** Maximum age of a currency's newest row, in days. */
const NEWEST_DAYS = 5;

/**
 * Returns `count` history rows over the last `days` days, more of them recent, that add up to the balances. They are
 * shared by the currencies with a balance, or by all when every balance is 0. A balance of 0 needs two rows, so a
 * single row for it is left out. The newest row of each currency is at most five days old, so that the history's first
 * view, a week, is not empty.
 */
export function historyStatements(
  random: Random,
  order: { memberId: number; balances: Record<Balance, number>; count: number; now: number; days: number },
): Statement[] {
  const { memberId, balances, count, now, days } = order;
  const all = Object.keys(SIZE) as Balance[];
  const held = all.filter((balance) => balances[balance] > 0);
  const sharing = held.length > 0 ? held : all;
  const lines = sharing.flatMap((balance, i) => {
    const share = Math.ceil((count - i) / sharing.length);
    const made = linesOf(random, balance, balances[balance], share);
    const times = made
      .map(() => now - 60_000 - Math.floor(days * (DAY - 120_000) * random.next() ** 1.6))
      .sort((a, b) => a - b);
    return made.map((line, n) => ({
      ...line,
      at: n === made.length - 1 ? Math.max(times[n] ?? now, now - NEWEST_DAYS * DAY) : (times[n] ?? now),
    }));
  });
  return lines
    .sort((a, b) => a.at - b.at)
    .map(({ balance, type, amount, net, at }) =>
      insertRow("history", {
        memberId,
        createdAt: at,
        currency: currencyOf(balance),
        type,
        changeAmount: amount,
        netAmount: net,
        note: JSON.stringify(random.pick(NOTES[type])),
      }),
    );
}

/**
 * Returns the statements for `count` confirmed orders of the last 200 days, in USD or SGD; every third may have
 * several items. `mark` is added to the last part of order numbers, so that two members never get the same one.
 */
export function orderStatements(
  random: Random,
  order: { memberId: number; count: number; now: number; mark?: number },
): Statement[] {
  const { memberId, count, now, mark = 0 } = order;
  const sold = loadContent().products.map((product, i) => ({ ...product, id: i + 1 }));
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
    const createdAt = Math.floor(at / 1000) * 1000;
    return [
      insertRow("orders", { memberId, number, total, currency, status: "CONFIRMED", createdAt }),
      ...items.map(({ product, quantity }) => insertItem(number, { product_id: product.id, quantity })),
    ];
  });
}

/**
 * Returns the statements for these inquiries, whose messages alternate between the member and support. `attachment`,
 * the id of a stored file, goes to the last message of the second inquiry.
 */
export function inquiryStatements(
  random: Random,
  order: {
    memberId: number;
    name: string;
    email: string;
    inquiries: typeof memberInquiries;
    now: number;
    attachment?: string;
  },
): Statement[] {
  const { memberId, name, email, inquiries, now, attachment } = order;
  return inquiries.flatMap(({ daysAgo, messages, ...inquiry }, index) => {
    const publicId = newPublicId((below) => random.whole(0, below - 1));
    const createdAt = now - Math.floor(daysAgo * DAY);
    // At most half a day between messages, and none in the future.
    const gap = Math.min(DAY / 2, Math.floor((daysAgo * DAY) / (messages.length + 1)));
    return [
      insertRow("inquiries", { ...inquiry, publicId, memberId, language: "ja", name, email, createdAt }),
      ...messages.map((content, turn) =>
        insertRow("messages", {
          inquiryPublicId: publicId,
          senderType: turn % 2 === 0 ? "CUSTOMER" : "ADMIN",
          senderName: turn % 2 === 0 ? name : `${brand.brand.ja} サポート`,
          content,
          createdAt: createdAt + turn * gap,
          fileId: index === 1 && turn === messages.length - 1 ? attachment : undefined,
        }),
      ),
    ];
  });
}
