import { asciiDigits, machine } from "./readers";

/** Byte order mark. Without it spreadsheet programs do not detect UTF-8 and garble Japanese. */
const BOM = "\uFEFF";
const END = "\r\n";

/** Months, which spreadsheet programs read in English names everywhere. */
const MONTH = "(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*";
/**
 * Text that a spreadsheet program would show as another number or as a date: 18 digits, 00123, 1E10, 3/4, 1-2, 12:30,
 * (5), MAR1. Our own decimals (1234.56) are numbers.
 */
const READ_AS_ANOTHER = new RegExp(
  [
    String.raw`^[+-]?(?:\d{16,}(?:\.\d*)?|0\d+(?:\.\d*)?|\d+(?:\.\d*)?e[+-]?\d+|\d[\d,]*,\d+)$`,
    String.raw`^\d{1,4}(?:[/-]\d{1,4}){1,2}$`,
    String.raw`^\d{1,4}(?::\d{1,2}){1,2}$`,
    String.raw`^\([\d.,]+\)$`,
    String.raw`^${MONTH}[\s-]?\d{1,4}$`,
    String.raw`^\d{1,2}[\s-]?${MONTH}(?:[\s-]?\d{1,4})?$`,
  ].join("|"),
  "i",
);

/**
 * Formats one cell (RFC 4180). Text that a spreadsheet program would evaluate as a formula, or change, gets a leading
 * apostrophe; plain negative numbers stay as they are.
 */
export function csvCell(value: string | number): string {
  const text = String(value);
  const isFormula = /^[\s\p{Cc}\p{Cf}]*[=+\-@\t\r＝＋－＠]/u.test(text) && !/^-?\d+(\.\d+)?$/.test(text);
  const isChanged = typeof value === "string" && READ_AS_ANOTHER.test(asciiDigits(machine(text)));
  const safe = isFormula || isChanged ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: (string | number)[]): string => cells.map(csvCell).join(",") + END;

/** Returns the line of the columns' names; the first column is a time in Japan. */
export const csvHead = ([time = "", ...names]: string[]): string =>
  BOM + csvLine([`${time} (JST)`, ...names]);

/**
 * Yields the CSV file of a list, a page of rows at a time.
 *
 * @param end text after the last row, such as a line that says that rows were left out; "" for none
 */
export async function* csvChunks<Page>(
  pages: AsyncIterable<Page> | Iterable<Page>,
  { head, rowsOf, end = () => "" }: { head: string; rowsOf: (page: Page) => string; end?: () => string },
): AsyncGenerator<string, void, undefined> {
  let before = head;
  for await (const page of pages) {
    yield before + rowsOf(page);
    before = "";
  }
  const last = before + end();
  if (last !== "") yield last;
}
