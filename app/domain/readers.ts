/**
 * Reads what people type (docs/inputs.md): every form, the sandbox and the contract check use these functions. All of
 * them take linear time, whatever the text is.
 */

/** Half of a surrogate pair without the other half. */
const LONE_SURROGATE = /\p{Cs}/gu;

/** Ideographs that NFC would replace by another one (神 U+FA19 by U+795E): the spelling of a person's name. */
const KEPT_IDEOGRAPHS = /([\uf900-\ufad9\u{2f800}-\u{2fa1d}]+)/u;

/** Runs of combining marks that take `normalize` quadratic time; no language has half as many (UAX #15, section 13). */
const MANY_MARKS = /\p{M}{31}/u;
/** A part of a text that starts at a starter, or inside such a run. */
const PART = /\P{M}*\p{M}{0,30}/gu;

/** `text.normalize(form)` in linear time. */
export function normalized(text: string, form: "NFC" | "NFD" | "NFKC"): string {
  if (!MANY_MARKS.test(text)) return text.normalize(form);
  return text.replace(PART, (part) => part.normalize(form));
}

const wellFormed = (text: string): string => text.replace(LONE_SURROGATE, "\ufffd");

/** Returns well-formed Unicode in NFC, in which compatibility ideographs stay as they are. Keeps white space. */
export function composed(text: string): string {
  const whole = wellFormed(text);
  if (!KEPT_IDEOGRAPHS.test(whole)) return normalized(whole, "NFC");
  const parts = whole.split(KEPT_IDEOGRAPHS);
  return parts.map((part, index) => (index % 2 === 1 ? part : normalized(part, "NFC"))).join("");
}

/** Only characters that a reader cannot see: zero-width ones, fillers, variation selectors, blanks, controls. */
const INVISIBLE_ONLY = /^[\p{Default_Ignorable_Code_Point}\p{Z}\p{Cc}\u2800]*$/u;

const SPACES = /[\p{Zs}\t-\r\u2028\u2029]+/gu;

/** Reads a text of one line: `composed`, every run of white space one space, trimmed; "" if nothing is visible. */
export function line(text: string): string {
  const read = composed(text).replace(SPACES, " ");
  return INVISIBLE_ONLY.test(read) ? "" : read.trim();
}

/** Reads a text of several lines: `composed`, line breaks as LF, trimmed; "" if nothing is visible. */
export function paragraphs(text: string): string {
  const read = composed(text).replace(/\r\n?/g, "\n");
  return INVISIBLE_ONLY.test(read) ? "" : read.trim();
}

/** Characters that other programs put around numbers and addresses, and that nobody sees. */
const UNSEEN = /(?:[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\p{Variation_Selector})+/gu;

/** Reads a text that a program understands (code, phone, e-mail, number, search): `line`, nothing unseen, in NFKC. */
export function machine(text: string): string {
  return normalized(line(text).replace(UNSEEN, ""), "NFKC").replace(SPACES, " ").trim();
}

const DIGIT = /\p{Nd}/gu;
const ANY_DIGIT = /\p{Nd}/u;
const ASCII_ONLY = /^[\u0000-\u007f]*$/;

/** Returns the value of a decimal digit. Unicode has them in runs from 0 to 9, so it counts back to the run's start. */
function valueOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (before < 50 && ANY_DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/** Converts the decimal digits of every script to ASCII. */
export const asciiDigits = (text: string): string =>
  ASCII_ONLY.test(text) ? text : text.replace(DIGIT, valueOf);

/** Hyphens, dashes, the minus sign and the long vowel marks that Japanese keyboards give for a hyphen. */
export const DASHES = "\\p{Pd}\\u2212\\u2043\\u30fc\\uff70";
const DASH = new RegExp(`[${DASHES}]`, "gu");
const SEPARATORS = new RegExp(`[\\s${DASHES}.,:;~·・･•‧。、/\\\\⁄∕()\\[\\]【】「」_|]+`, "gu");

export const asciiDashes = (text: string): string => text.replace(DASH, "-");

/** Reads a number that is not counted with: `machine`, digits of every script as ASCII, without separators. */
export const digits = (text: string): string => asciiDigits(machine(text)).replace(SEPARATORS, "");

/** Returns the length in characters (code points), as the browser, the server, the sandbox and the contract count. */
export const lengthOf = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

/** Returns at most `most` characters of a text, and never part of a grapheme: an emoji stays whole or goes. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  let count = 0;
  // A longer part would hold more than `most` characters anyway, and a segmenter takes quadratic time on flags.
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, 2 * most + 2))) {
    count += lengthOf(segment);
    if (count > most) return text.slice(0, end);
    end += segment.length;
  }
  return text;
}

/** The grouping of all four languages: 1,000 and 12,345,678, but not 1,00. */
const GROUPED = /^\d{1,3}(?:,\d{3})+$/;

/** Reads a whole number, grouped or not, with digits of any script; undefined if it is none or has over 15 digits. */
export function readWhole(raw: string): number | undefined {
  const text = asciiDigits(machine(raw));
  const plain = GROUPED.test(text) ? text.replaceAll(",", "") : text;
  return /^0*\d{1,15}$/.test(plain) ? Number(plain) : undefined;
}

/** Reads a password: NFC, and every space as the ASCII space; nothing is trimmed or cut (RFC 8265, OpaqueString). */
export const readPassword = (raw: string): string =>
  normalized(wellFormed(raw), "NFC").replace(/\p{Zs}/gu, " ");
