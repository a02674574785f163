import { webMessage } from "./message-codes";

/**
 * Maximum length of a first or last name (docs/decisions/0004), in code points, the characters that a reader counts.
 */
export const MAX_NAME = 30;

/** `long` is only shown while typing: the server cuts the name. */
export type NameProblem = "missing" | "long" | "numberForbidden" | "specialCharacterForbidden";

/** Returns the message key of a problem. A missing first name is WEB-026, a missing last name WEB-027. */
export function nameMessage(problem: NameProblem, name: "firstName" | "lastName"): string {
  if (problem === "missing") return webMessage(name === "firstName" ? "026" : "027");
  return `account:name.${problem}`;
}

/** Normalises to NFC, trims and cuts at the maximum length (accounts-and-store.md section 5, "Names"). */
export const cleanName = (raw: string): string =>
  [...raw.normalize("NFC").trim()].slice(0, MAX_NAME).join("").trim();

export const isLongName = (raw: string): boolean => [...raw.normalize("NFC").trim()].length > MAX_NAME;

/**
 * Validates a name; returns undefined if it is valid.
 *
 * Letters of every script are valid: kanji (with 々 and 〇), kana (with ー), hangul, accented Latin. One space, hyphen,
 * apostrophe or middle dot is valid between two letters (Anne-Marie, O'Brien, マリー・アン) and a special character
 * elsewhere.
 */
export function checkName(raw: string): NameProblem | undefined {
  const name = cleanName(raw);
  if (name === "") return "missing";
  if (/[\p{Nd}\p{No}]/u.test(name)) return "numberForbidden";
  if (!/^[\p{L}\p{M}\p{Nl}]+(?:[ \u3000'’・·-][\p{L}\p{M}\p{Nl}]+)*$/u.test(name))
    return "specialCharacterForbidden";
  return undefined;
}
