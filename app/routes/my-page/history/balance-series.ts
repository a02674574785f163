import { type Day, dayOf, endOfDay, type Moment, startOfDay } from "~/domain/japan-time";

interface Row {
  created_at: string;
  type: string;
  change_amount: number;
  net_amount: number;
}

/** A point of the curve. `x` is 0 to 1 over the range, `y` is 0 to 1 from zero to the highest balance. */
export interface Point {
  x: number;
  y: number;
}

export interface BalanceSeries {
  from: Day;
  to: Day;
  lowest: number;
  highest: number;
  /** Balance before the first row of the range, and after its last row. */
  opening: number;
  closing: number;
  points: Point[];
  /** Days with rows, oldest first, each with its final balance. */
  days: { day: Day; balance: number }[];
  /** Set if only some of the range's rows were read. */
  sample?: { drawn: number; total: number };
}

interface Range {
  from: Day;
  to: Day;
  now: Moment;
  /** Number of rows in the range; by default the number of given rows. */
  total?: number;
  /** Days whose last row was not read, so that their final balance is unknown. */
  unknownEnds?: ReadonlySet<Day>;
}

/**
 * Returns the curve of a balance from history rows in any order: constant between two rows, ending at the end of the
 * range or now, whichever is earlier.
 */
export function balanceSeries(
  rows: readonly Row[],
  { from, to, now, total = rows.length, unknownEnds }: Range,
): BalanceSeries | undefined {
  // Reversed first: the sort is stable, so rows with the same time stay oldest first (the API returns newest first).
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
  // The axis starts at zero; otherwise a small change would look large.
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

/** Rounds to four decimals, finer than any screen. */
function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

/** Returns the curve as the `d` attribute of an SVG path in a box of the given size. */
export function linePath(points: readonly Point[], width: number, height: number): string {
  return points
    .map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${tenth(x * width)} ${tenth((1 - y) * height)}`)
    .join("");
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
