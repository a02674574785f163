import { lengthOf } from "./readers";

const WIDE = /[\uff01-\uff5e]/;
const EMOJI = /\p{Extended_Pictographic}/u;
const INVISIBLE = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\p{Cc}]/gu;

export type PasswordHint = "trailing" | "leading" | "wide" | "emoji" | "invisible";

/** Returns what may be unintended in a password, in the order of display. None of it is an error. */
export function passwordHints(password: string): PasswordHint[] {
  const hints: [PasswordHint, boolean][] = [
    ["trailing", /\p{Zs}$/u.test(password)],
    ["leading", /^\p{Zs}/u.test(password)],
    ["wide", WIDE.test(password)],
    ["emoji", EMOJI.test(password)],
    ["invisible", invisibleIn(password) > 0],
  ];
  return hints.filter(([, applies]) => applies).map(([hint]) => hint);
}

/** Returns how many characters of a password nobody can see. */
export const invisibleIn = (password: string): number => lengthOf((password.match(INVISIBLE) ?? []).join(""));

/** Returns the message key of the hint after a failed sign-in; undefined if the password has nothing unusual. */
export function failedPasswordHint(password: string): string | undefined {
  const [hint] = passwordHints(password);
  if (hint === "trailing") return "account:signIn.trailing";
  return hint === "wide" ? "account:signIn.wide" : undefined;
}
