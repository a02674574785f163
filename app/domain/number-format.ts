const formats = new Map<string, Intl.NumberFormat>();

/**
 * A whole number as a language writes it. Making the format takes longer than a whole row of a table, so each is made
 * once.
 *
 * @param tag BCP 47, e.g. "ja-JP"
 */
export function formatNumber(value: number, tag: string): string {
  let format = formats.get(tag);
  if (!format) formats.set(tag, (format = new Intl.NumberFormat(tag)));
  return format.format(value);
}
