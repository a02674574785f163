import { webMessage } from "./message-codes";

/** The maximum of a first or a last name (docs/decisions/0004), in characters as a reader counts them (code points). */
export const MAX_NAME = 30;

/** `long` is shown while typing only: the server cuts the name. */
export type NameProblem = "missing" | "long" | "numberForbidden" | "specialCharacterForbidden";

/** What is said of it: a message key. WEB-026 (with 027 and 084) is the one for a name that is missing. */
export function nameMessage(problem: NameProblem): string {
  return problem === "missing" ? webMessage("026") : `account:name.${problem}`;
}

/** In NFC, trimmed and cut to the maximum length (accounts-and-store.md section 5, "Names"). */
export function cleanName(raw: string): string {
  return [...raw.normalize("NFC").trim()].slice(0, MAX_NAME).join("").trim();
}

export function isLongName(raw: string): boolean {
  return [...raw.normalize("NFC").trim()].length > MAX_NAME;
}

/**
 * What is wrong with a name; undefined when nothing is.
 *
 * Letters are those of every script: kanji (with 々 and 〇), kana (with ー), hangul, accented Latin. Between two
 * letters one space, hyphen, apostrophe or middle dot belongs to the name (Anne-Marie, O'Brien, マリー・アン):
 * refusing them would refuse people. Everywhere else they are special characters like any other.
 */
export function checkName(raw: string): NameProblem | undefined {
  const name = cleanName(raw);
  if (name === "") return "missing";
  if (/[\p{Nd}\p{No}]/u.test(name)) return "numberForbidden";
  if (!/^[\p{L}\p{M}\p{Nl}]+(?:[ \u3000'’・·-][\p{L}\p{M}\p{Nl}]+)*$/u.test(name))
    return "specialCharacterForbidden";
  return undefined;
}
