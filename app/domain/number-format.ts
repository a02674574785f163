const formats = new Map<string, Intl.NumberFormat>();

/**
 * Formats a number for a language. Caches one Intl.NumberFormat per tag and precision: creating one takes longer than
 * formatting a table row.
 *
 * @param tag BCP 47, e.g. "ja-JP"
 * @param decimals at most so many digits behind the point
 */
export function formatNumber(value: number | bigint, tag: string, decimals = 3): string {
  const name = `${tag} ${decimals}`;
  let format = formats.get(name);
  if (!format) formats.set(name, (format = new Intl.NumberFormat(tag, { maximumFractionDigits: decimals })));
  return format.format(value);
}
