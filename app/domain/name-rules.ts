import { webMessage, withParams } from "./message-codes";
import { lengthOf, line } from "./readers";

/** Maximum length of a first or last name, in characters (docs/decisions/0004). */
export const MAX_NAME = 30;

export type NameProblem = "missing" | "long" | "numberForbidden" | "specialCharacterForbidden";

/** Returns the message key of a problem. A missing first name is WEB-026, a missing last name WEB-027. */
export function nameMessage(problem: NameProblem, name: "firstName" | "lastName", raw: string): string {
  if (problem === "missing") return webMessage(name === "firstName" ? "026" : "027");
  if (problem === "long")
    return withParams("common:form.tooLong", { most: MAX_NAME, count: lengthOf(readName(raw)) });
  return `account:name.${problem}`;
}

/** Characters that nobody sees and no script needs; a joiner or non-joiner only between letters (علی‌رضا). */
const UNSEEN =
  /[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}])/gu;

/** Reads a name: a line, without what nobody sees. Letters and their spelling stay as they are typed. */
export const readName = (raw: string): string => line(line(raw).replace(UNSEEN, ""));

const APOSTROPHES = "'’‘′＇";
/** Letters of every script, among them the apostrophes ʻ and ʼ and the long vowel mark ー. */
const LETTERS = /[\p{L}\p{M}\p{Nl}\u200c\u200d]+/u;
const FIRST = new RegExp(`^[${APOSTROPHES}]?$`);
const LAST = new RegExp(`^[${APOSTROPHES}.．]?$`);
/** What may stand between letters: a space, a sign with or without spaces, or a full stop before one of them. */
const BETWEEN = new RegExp(
  `^(?: |[.．]| ?[${APOSTROPHES}·・･•‧\\p{Pd}] ?|[.．](?: [${APOSTROPHES}]?|\\p{Pd}))$`,
  "u",
);

/**
 * Validates a name; returns undefined if it is valid.
 *
 * Letters and marks of every script are valid, and between them spaces, apostrophes, hyphens, middle dots and full
 * stops (Anne–Marie, O’Brien, J. Robert, マリア・ルイサ); anywhere else these are special characters.
 */
export function checkName(raw: string): NameProblem | undefined {
  const name = readName(raw);
  if (name === "") return "missing";
  if (lengthOf(name) > MAX_NAME) return "long";
  if (/[\p{Nd}\p{No}]/u.test(name)) return "numberForbidden";
  const [first = "", ...rest] = name.split(LETTERS);
  const last = rest.pop();
  const isName = last !== undefined && FIRST.test(first) && LAST.test(last);
  return isName && rest.every((sign) => BETWEEN.test(sign)) ? undefined : "specialCharacterForbidden";
}
