import { asciiDashes, asciiDigits, DASHES, machine } from "./readers";

/**
 * Rules of the order form (accounts-and-store.md sections 3 and 5). Japanese formats are normalised, others accepted.
 */

/** Length of a phone number or postal code as typed, in characters: more is another text. */
export const MAX_TYPED = 60;
/** Maximum length of an address line, in characters (docs/decisions/0004). */
export const MAX_ADDRESS = 200;

/** An extension at the end of a phone number, in the four languages, and `;ext=` of RFC 3966. */
const EXTENSION =
  /[\s,;(]*(?:(ext|extn|extension|x|内線(?:番号)?|내선(?:번호)?|分机|分機|转|轉)[\s.:=]*|#\s*)(\d{1,7})\)?$/iu;
/** What stands before a number on a card or in a signature: TEL, ℡ (which NFKC writes in letters), 電話番号. */
const LABEL = /^(?:tel|phone|電話(?:番号)?|전화(?:번호)?|电话(?:号码)?)[\s.:]*/iu;
/** What people write between digits: spaces, dashes, dots, slashes, parentheses. */
const PHONE_SEPARATORS = new RegExp(`[\\s${DASHES}.·・･/()\\[\\]]+`, "gu");

/**
 * Returns a phone number in its normal form: digits, with a leading plus if there is one, and an extension as text.
 * A label before it and separators of any kind go.
 *
 * @returns undefined if it does not have 6 to 15 digits, or has other characters
 */
export function readPhone(raw: string): string | undefined {
  const text = asciiDigits(machine(raw)).replace(LABEL, "");
  if (text.length > MAX_TYPED) return undefined;
  const [whole, marker = "ext", extension] = EXTENSION.exec(text) ?? [""];
  const number = text
    .slice(0, text.length - whole.length)
    // The trunk prefix that is not dialled from abroad: +44 (0)20.
    .replace(/^(\+\s*\d{1,3}\s*)\(0\)/, "$1")
    .replace(PHONE_SEPARATORS, "");
  if (!/^\+?\d{6,15}$/.test(number)) return undefined;
  if (extension === undefined) return number;
  return `${number} ${/^e?x/i.test(marker) ? "ext." : marker} ${extension}`;
}

/**
 * Normalises a postal code. Seven digits, with or without the mark 〒, become the Japanese form (1000001 → 100-0001);
 * codes of other countries (2 to 10 letters and digits) are converted to upper case. One dash or space is kept between
 * two parts.
 *
 * @returns undefined if it cannot be a postal code
 */
export function readPostalCode(raw: string): string | undefined {
  const text = asciiDashes(asciiDigits(machine(raw)))
    .replace(/^〒 ?/u, "")
    .replace(/[ .·・･-]+/gu, (sign) => (sign.trim() === "" ? " " : "-"));
  const japanese = /^(\d{3})[- ]?(\d{4})$/.exec(text);
  if (japanese) return `${japanese[1]}-${japanese[2]}`;
  return /^(?=.*\d)[A-Za-z\d][A-Za-z\d -]{0,8}[A-Za-z\d]$/.test(text) ? text.toUpperCase() : undefined;
}
