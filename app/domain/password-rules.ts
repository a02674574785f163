/** Lengths in characters: accounts-and-store.md section 5; the maximum from docs/decisions/0004. */
const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 64;

/** The four items of the checklist, in display order. */
export const passwordChecks = ["length", "digit", "special", "match"] as const;
export type PasswordCheck = (typeof passwordChecks)[number];

/** Any ASCII punctuation character; the hint names only some of them (docs/decisions/0004). */
const special = /[!-/:-@[-`{-~]/;

/** @param confirmation the repeated password; an empty password never matches */
export const checkPassword = (password: string, confirmation: string): Record<PasswordCheck, boolean> => ({
  length: password.length >= MIN_PASSWORD && password.length <= MAX_PASSWORD,
  digit: /[0-9]/.test(password),
  special: special.test(password),
  match: password !== "" && password === confirmation,
});

/** Returns the first item that is not met, for the message at the field; undefined if all are met. */
export function firstFailedCheck(password: string, confirmation: string): PasswordCheck | undefined {
  const checks = checkPassword(password, confirmation);
  return passwordChecks.find((check) => !checks[check]);
}
