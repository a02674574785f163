const pattern = /^ORDER-(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})-(\d+)$/;

/**
 * When an order was made, read from its number: ORDER-YYYYMMDD-HHMMSS-n, the digits in UTC (decisions.md).
 *
 * @returns undefined when it is no such number or names no moment that exists (month 13, 31 April, 24 h)
 */
export function orderTime(orderNumber: string): Date | undefined {
  const match = pattern.exec(orderNumber);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7);
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const time = new Date(`${iso}Z`);
  // Date.parse rolls 31 April over to 1 May; writing it again tells.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(iso) ? time : undefined;
}
