import dayjs from "dayjs";
import utc from "dayjs/plugin/utc.js";

dayjs.extend(utc);

/**
 * First and last moment of a range of days of Japan time, both days included; a missing or wrong day leaves its side
 * open.
 */
export function japanRange(from: string | undefined, to: string | undefined): { from: number; to: number } {
  const start = (day: string | undefined) =>
    dayjs.utc(day !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(day) ? `${day}T00:00:00+09:00` : null);
  const [first, last] = [start(from), start(to)];
  return {
    from: first.isValid() ? first.valueOf() : 0,
    to: last.isValid() ? last.add(24, "hour").valueOf() - 1 : Number.MAX_SAFE_INTEGER,
  };
}

/** ORDER-YYYYMMDD-HHMMSS-n: digits in UTC (docs/decisions/0007). */
export function orderNumber(at: number, n: number): string {
  return `ORDER-${dayjs.utc(at).format("YYYYMMDD-HHmmss")}-${n}`;
}
