/** By it spreadsheet programs know UTF-8; without it they show Japanese as rubbish. */
export const CSV_BOM = "\uFEFF";
const END = "\r\n";

/**
 * One cell (RFC 4180). Text that a spreadsheet program would take for a formula gets an apostrophe in front, which
 * makes it text again; a plain number keeps its sign.
 */
export function csvCell(value: string | number): string {
  const text = String(value);
  const isFormula = /^[\s\p{Cc}\p{Cf}]*[=+\-@\t\r＝＋－＠]/u.test(text) && !/^-?\d+(\.\d+)?$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One row, with its end. */
export function csvLine(cells: (string | number)[]): string {
  return cells.map(csvCell).join(",") + END;
}
