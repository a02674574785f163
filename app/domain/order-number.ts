import { utc } from "./utc";

const pattern = /^ORDER-(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})-(\d+)$/;

/**
 * When an order was made, read from its number: ORDER-YYYYMMDD-HHMMSS-n, the digits in UTC (docs/decisions/0007).
 *
 * @returns undefined when it is no such number or names no moment that exists (month 13, 31 April, 24 h)
 */
export function orderTime(orderNumber: string): Date | undefined {
  const match = pattern.exec(orderNumber);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7);
  const text = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const time = utc(text);
  // 31 April is read as 1 May; writing it again tells.
  return time.format("YYYY-MM-DDTHH:mm:ss") === text ? time.toDate() : undefined;
}
