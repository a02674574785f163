const formats = new Map<string, Intl.NumberFormat>();

/**
 * Formats a whole number for a language. Caches one Intl.NumberFormat per tag: creating one takes longer than
 * formatting a table row.
 *
 * @param tag BCP 47, e.g. "ja-JP"
 */
export function formatNumber(value: number, tag: string): string {
  let format = formats.get(tag);
  if (!format) formats.set(tag, (format = new Intl.NumberFormat(tag)));
  return format.format(value);
}
