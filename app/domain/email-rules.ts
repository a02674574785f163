import { lengthOf, machine } from "./readers";

/** Maximum length of an e-mail address, in characters (docs/decisions/0004). */
export const MAX_EMAIL = 254;
/** Maximum length of the part before the @ (RFC 5321). */
const MAX_LOCAL_PART = 64;

export type EmailProblem = "missing" | "format" | "long";

/** A host name without the signs that end it in a URL. */
const HOST = /^[^\s/?#@:\\<>^|%[\]]{1,253}$/u;

/** Converts an internationalised domain to ASCII (日本語.jp to xn--wgv71a119e.jp); undefined if it is none. */
function asciiDomain(domain: string): string | undefined {
  try {
    return HOST.test(domain) ? new URL(`http://${domain}`).hostname : undefined;
  } catch {
    return undefined;
  }
}

const NON_ASCII = /[^\u0000-\u007f]/;

/** Reads an e-mail address as typed or pasted, with its domain in ASCII. */
export function readEmail(raw: string): string {
  const text = machine(raw).replace(/^mailto:/i, "");
  const at = text.lastIndexOf("@");
  const domain = text.slice(at + 1);
  if (at < 1 || !NON_ASCII.test(domain)) return text;
  return `${text.slice(0, at)}@${asciiDomain(domain) ?? domain}`;
}

/**
 * A valid address of the HTML Standard, with at least two labels in its domain. Dots may stand anywhere in the local
 * part: carriers gave such addresses out. Each repetition ends at a character that it cannot match, so that the match
 * takes linear time.
 */
const pattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

export const isEmail = (value: string): boolean =>
  value.length <= MAX_EMAIL && value.indexOf("@") <= MAX_LOCAL_PART && pattern.test(value);

/** Validates an e-mail address as typed; returns undefined if it is valid. */
export function checkEmail(raw: string): EmailProblem | undefined {
  const email = readEmail(raw);
  if (email === "") return "missing";
  if (lengthOf(email) > MAX_EMAIL) return "long";
  return isEmail(email) ? undefined : "format";
}
