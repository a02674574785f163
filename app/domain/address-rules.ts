import { halfWidth } from "./half-width";

/** The rules of the order form (accounts-and-store.md sections 3 and 5); Japanese forms are helped, others accepted. */

/** Full-width digits, letters, hyphens, plus and blanks as half-width ones. */
function narrow(text: string): string {
  return halfWidth(text)
    .replace(/[ー−–—‐―]/g, "-")
    .replace(/\u3000/g, " ")
    .trim();
}

/** A phone number with half-width signs, or undefined when it cannot be one: 6 to 15 digits, as everywhere. */
export function readPhone(raw: string): string | undefined {
  const text = narrow(raw).replace(/\s+/g, " ");
  const digits = text.replace(/\D/g, "").length;
  return /^\+?[\d ()-]+$/.test(text) && digits >= 6 && digits <= 15 ? text : undefined;
}

/**
 * A postal code: seven digits become the Japanese form (1000001 → 100-0001), with or without the mark 〒; other
 * countries' (2 to 10 letters and digits) stay as they are. Undefined when it cannot be one.
 */
export function readPostalCode(raw: string): string | undefined {
  const text = narrow(raw).replace(/^〒\s*/, "");
  const japanese = /^(\d{3})[- ]?(\d{4})$/.exec(text);
  if (japanese) return `${japanese[1]}-${japanese[2]}`;
  return /^(?=.*\d)[A-Za-z\d][A-Za-z\d -]{0,8}[A-Za-z\d]$/.test(text) ? text.toUpperCase() : undefined;
}
