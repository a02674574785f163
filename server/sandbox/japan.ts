const DAY = 24 * 60 * 60_000;

/**
 * First and last moment of a range of days of Japan time, both days included; a missing or wrong day leaves its side
 * open.
 */
export function japanRange(from: string | undefined, to: string | undefined): { from: number; to: number } {
  const start = (day: string | undefined) =>
    day !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00+09:00`) : NaN;
  const [first, last] = [start(from), start(to)];
  return {
    from: Number.isNaN(first) ? 0 : first,
    to: Number.isNaN(last) ? Number.MAX_SAFE_INTEGER : last + DAY - 1,
  };
}

/** ORDER-YYYYMMDD-HHMMSS-n: digits in UTC (decisions.md). */
export function orderNumber(at: number, n: number): string {
  const digits = new Date(at).toISOString().replace(/[-:]/g, "");
  return `ORDER-${digits.slice(0, 8)}-${digits.slice(9, 15)}-${n}`;
}
