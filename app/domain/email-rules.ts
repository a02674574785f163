import { halfWidth } from "./half-width";

/** The longest e-mail address (docs/decisions/0004). */
export const MAX_EMAIL = 254;

export type EmailProblem = "missing" | "format";

/** With half-width signs, as a Japanese keyboard may not give them; trimmed and cut at the maximum length. */
export function cutEmail(raw: string): string {
  return halfWidth(raw).trim().slice(0, MAX_EMAIL);
}

/**
 * Local part and domain as mail servers take them in practice: ASCII, no leading, trailing or double dot, at
 * least two labels. Every repetition is bounded by a character that it cannot contain, so no input takes
 * longer than its length.
 */
const pattern =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

export function isEmail(value: string): boolean {
  return value.length <= MAX_EMAIL && value.indexOf("@") <= 64 && pattern.test(value);
}

/** What is wrong with an e-mail address as it was typed; undefined when nothing is. */
export function checkEmail(raw: string): EmailProblem | undefined {
  const email = cutEmail(raw);
  if (email === "") return "missing";
  return isEmail(email) ? undefined : "format";
}
