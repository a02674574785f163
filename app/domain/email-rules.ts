import { halfWidth } from "./half-width";

/** Maximum length of an e-mail address, in characters (docs/decisions/0004). */
export const MAX_EMAIL = 254;

export type EmailProblem = "missing" | "format";

/** Converts full-width characters, which Japanese keyboards may produce, trims, and cuts at the maximum length. */
export const cutEmail = (raw: string): string => halfWidth(raw).trim().slice(0, MAX_EMAIL);

/**
 * Local part and domain as mail servers accept them in practice: ASCII, no leading, trailing or double dot, at least
 * two labels. Each repetition is delimited by a character that it cannot match, so that the match takes linear time.
 */
const pattern =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

export const isEmail = (value: string): boolean =>
  value.length <= MAX_EMAIL && value.indexOf("@") <= 64 && pattern.test(value);

/** Validates an e-mail address as typed; returns undefined if it is valid. */
export function checkEmail(raw: string): EmailProblem | undefined {
  const email = cutEmail(raw);
  if (email === "") return "missing";
  return isEmail(email) ? undefined : "format";
}
