import { lengthOf, readPassword } from "./readers";

/** Lengths in characters (code points): accounts-and-store.md section 5; the maximum from docs/decisions/0004. */
export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 64;

/** The four items of the checklist, in display order. */
export const passwordChecks = ["length", "digit", "special", "match"] as const;
export type PasswordCheck = (typeof passwordChecks)[number];

/** Any ASCII punctuation character; the hint names only some of them (docs/decisions/0004). */
const special = /[!-/:-@[-`{-~]/;

/** @param confirmation the repeated password; an empty password never matches */
export function checkPassword(password: string, confirmation: string): Record<PasswordCheck, boolean> {
  const read = readPassword(password);
  const length = lengthOf(read);
  return {
    length: length >= MIN_PASSWORD && length <= MAX_PASSWORD,
    digit: /[0-9]/.test(read),
    special: special.test(read),
    match: read !== "" && read === readPassword(confirmation),
  };
}

/** Returns whether a password meets the rules. The sandbox uses it in place of an API's own check. */
export const isGoodPassword = (password: string): boolean =>
  Object.values(checkPassword(password, password)).every(Boolean);

/** Returns the first item that is not met, for the message at the field; undefined if all are met. */
export function firstFailedCheck(password: string, confirmation: string): PasswordCheck | undefined {
  const checks = checkPassword(password, confirmation);
  return passwordChecks.find((check) => !checks[check]);
}
