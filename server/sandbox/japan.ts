import dayjs from "dayjs";
import utc from "dayjs/plugin/utc.js";
import { invalid } from "./answers";

dayjs.extend(utc);

const DAY_MS = 24 * 60 * 60_000;

const start = (day: string) => dayjs.utc(`${day}T00:00:00+09:00`).valueOf();

/**
 * Converts a range of dates in Japan time to epoch ms, both days included. A missing date leaves that side open.
 *
 * @throws Refusal 400 for a range that ends before it begins
 */
export function japanRange({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  if (from !== undefined && to !== undefined && from > to) throw invalid("to: is before from");
  return {
    from: from === undefined ? 0 : start(from),
    to: to === undefined ? Number.MAX_SAFE_INTEGER : start(to) + DAY_MS - 1,
  };
}

/** Returns an order number: ORDER-YYYYMMDD-HHMMSS-n, in UTC (docs/decisions/0007). */
export function orderNumber(at: number, n: number): string {
  return `ORDER-${dayjs.utc(at).format("YYYYMMDD-HHmmss")}-${n}`;
}
