/** Byte order mark. Without it spreadsheet programs do not detect UTF-8 and garble Japanese. */
const BOM = "\uFEFF";
const END = "\r\n";

/**
 * Formats one cell (RFC 4180). Text that a spreadsheet program would evaluate as a formula gets a leading apostrophe;
 * plain negative numbers stay as they are.
 */
export function csvCell(value: string | number): string {
  const text = String(value);
  const isFormula = /^[\s\p{Cc}\p{Cf}]*[=+\-@\t\r＝＋－＠]/u.test(text) && !/^-?\d+(\.\d+)?$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: (string | number)[]): string => cells.map(csvCell).join(",") + END;

/** Returns the line of the columns' names; the first column is a time in Japan. */
export const csvHead = ([time = "", ...names]: string[]): string =>
  BOM + csvLine([`${time} (JST)`, ...names]);
