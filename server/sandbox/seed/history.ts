import { withLabels } from "../content/labels";
import { insertRow, type Statement } from "../database";
import { currencyOf, DAY, gainOf, type Balance } from "../members";
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

/**
 * Returns `count` history rows over the last `days` days, more of them recent, that add up to the balances. They are
 * shared by the currencies with a balance, or by all when every balance is 0. A balance of 0 needs two rows, so a
 * single row for it is left out.
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
    return made.map((line, n) => ({ ...line, at: times[n] ?? now }));
  });
  return lines
    .sort((a, b) => a.at - b.at)
    .map(({ balance, type, amount, net, at }) =>
      insertRow("history", {
        member_id: memberId,
        created_at: at,
        currency: currencyOf(balance),
        type,
        change_amount: amount,
        net_amount: net,
        note: JSON.stringify(random.pick(NOTES[type])),
      }),
    );
}
