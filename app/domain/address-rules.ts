import { halfWidth } from "./half-width";

/**
 * Rules of the order form (accounts-and-store.md sections 3 and 5). Japanese formats are normalised, others accepted.
 */

/** Converts full-width digits, letters, hyphens, plus signs and spaces to half-width and trims. */
const narrow = (text: string): string =>
  halfWidth(text)
    .replace(/[ー−–—‐―]/g, "-")
    .replace(/\u3000/g, " ")
    .trim();

/**
 * Returns a phone number in half-width characters, or undefined if it does not have 6 to 15 digits or has other
 * characters than digits, spaces, hyphens, parentheses and a leading plus.
 */
export function readPhone(raw: string): string | undefined {
  const text = narrow(raw).replace(/\s+/g, " ");
  const digits = text.replace(/\D/g, "").length;
  return /^\+?[\d ()-]+$/.test(text) && digits >= 6 && digits <= 15 ? text : undefined;
}

/**
 * Normalises a postal code. Seven digits, with or without the mark 〒, become the Japanese form (1000001 → 100-0001);
 * codes of other countries (2 to 10 letters and digits) are only converted to upper case.
 *
 * @returns undefined if it cannot be a postal code
 */
export function readPostalCode(raw: string): string | undefined {
  const text = narrow(raw).replace(/^〒\s*/, "");
  const japanese = /^(\d{3})[- ]?(\d{4})$/.exec(text);
  if (japanese) return `${japanese[1]}-${japanese[2]}`;
  return /^(?=.*\d)[A-Za-z\d][A-Za-z\d -]{0,8}[A-Za-z\d]$/.test(text) ? text.toUpperCase() : undefined;
}
