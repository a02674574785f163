import { type Day, dayOf, endOfDay, type Moment, startOfDay } from "~/domain/japan-time";

/** What the chart needs of a row of the history. */
interface Row {
  created_at: string;
  type: string;
  change_amount: number;
  net_amount: number;
}

/** A point of the curve: `x` and `y` from 0 to 1, from the range's start and from nothing to the highest balance. */
export interface Point {
  x: number;
  y: number;
}

export interface BalanceSeries {
  from: Day;
  to: Day;
  lowest: number;
  highest: number;
  /** Before the first row of the range, and after its last. */
  opening: number;
  closing: number;
  points: Point[];
  /** The days on which something happened, oldest first, with the balance at their end. */
  days: { day: Day; balance: number }[];
  /** Set when the curve is drawn from some of the range's rows only. */
  sample?: { drawn: number; total: number };
}

interface Range {
  from: Day;
  to: Day;
  now: Moment;
  /** How many rows the range has; as many as there are here when left out. */
  total?: number;
  /** Days whose last row is not among these rows: what the balance was at their end is not known. */
  unknownEnds?: ReadonlySet<Day>;
}

/**
 * The curve of a balance from rows of its history in any order: it stays level between two rows and ends at the
 * end of the range, or now when the range is not over yet.
 *
 * @returns undefined without rows
 */
export function balanceSeries(
  rows: readonly Row[],
  { from, to, now, total = rows.length, unknownEnds }: Range,
): BalanceSeries | undefined {
  // Rows of one moment keep the API's order (newest first), so the sort must be stable after the turn.
  const ordered = [...rows]
    .reverse()
    .map((row) => ({ ...row, at: Date.parse(row.created_at) }))
    .sort((one, other) => one.at - other.at);
  const [first] = ordered;
  const last = ordered.at(-1);
  if (!first || !last) return undefined;

  const start = startOfDay(from).getTime();
  const end = Math.max(start + 1, Math.min(endOfDay(to).getTime(), new Date(now).getTime()));
  const change = Math.abs(first.change_amount);
  const opening = first.net_amount + (first.type === "REDEEM" ? change : -change);
  const balances = [opening, ...ordered.map(({ net_amount }) => net_amount)];
  const lowest = Math.min(...balances);
  const highest = Math.max(...balances);
  const x = (at: number) => round(Math.min(1, Math.max(0, (at - start) / (end - start))));
  // The axis begins at zero: cut above it, a small change would look like a large one.
  const y = (balance: number) => (highest > 0 ? round(Math.max(0, balance) / highest) : 0);

  const points: Point[] = [{ x: 0, y: y(opening) }];
  const days = new Map<Day, number>();
  for (const { at, net_amount } of ordered) {
    const level = points.at(-1)?.y ?? 0;
    points.push({ x: x(at), y: level }, { x: x(at), y: y(net_amount) });
    const day = dayOf(at);
    if (!unknownEnds?.has(day)) days.set(day, net_amount);
  }
  points.push({ x: 1, y: y(last.net_amount) });
  return {
    from,
    to,
    lowest,
    highest,
    opening,
    closing: last.net_amount,
    points,
    days: [...days].map(([day, balance]) => ({ day, balance })),
    ...(total > rows.length ? { sample: { drawn: rows.length, total } } : {}),
  };
}

/** Four digits are finer than any screen. */
function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

/** The curve as the `d` of an SVG path in a box of the given size. */
export function linePath(points: readonly Point[], width: number, height: number): string {
  return points
    .map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${tenth(x * width)} ${tenth((1 - y) * height)}`)
    .join("");
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
