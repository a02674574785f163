const pattern = /^ORDER-(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})-(\d+)$/;

/**
 * Returns the time of an order from its number: ORDER-YYYYMMDD-HHMMSS-n, in UTC (docs/decisions/0007).
 *
 * @returns undefined if it is not an order number or names no existing time (month 13, 31 April, 24 h)
 */
export function orderTime(orderNumber: string): Date | undefined {
  const match = pattern.exec(orderNumber);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7);
  const text = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const time = new Date(text);
  // Engines differ in what they make of 31 April.
  return !Number.isNaN(time.getTime()) && time.toISOString() === text ? time : undefined;
}
