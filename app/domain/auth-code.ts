import { halfWidth } from "./half-width";
import { webMessage } from "./message-codes";

/** accounts-and-store.md section 9 */
const CODE_DIGITS = 6;
const CODE_LIFETIME_SECONDS = 1800;
export const RESEND_COOLDOWN_MS = 300_000;

export type CodeProblem = "missing" | "incomplete" | "digitsOnly";

/** What is said of it: a message key. WEB-021 (and 034) for none, WEB-022 for letters among the digits. */
export function codeMessage(problem: CodeProblem): string {
  if (problem === "incomplete") return "account:code.incomplete";
  return webMessage(problem === "missing" ? "021" : "022");
}

/** The code as it was typed or pasted: full-width digits become plain ones, spaces and hyphens between them go. */
export function cleanCode(raw: string): string {
  return halfWidth(raw).replace(/[\s\u3000-]/g, "");
}

/** What is wrong with a code before the server is asked; undefined when it has exactly six digits. */
export function checkCode(raw: string): CodeProblem | undefined {
  const code = cleanCode(raw);
  if (/[^0-9]/.test(code)) return "digitsOnly";
  if (code === "") return "missing";
  return code.length === CODE_DIGITS ? undefined : "incomplete";
}

/** Whole seconds that a code is still good for; 0 when it is over. Times in milliseconds since 1970. */
export function secondsLeft(issuedAt: number, now: number): number {
  return Math.min(
    CODE_LIFETIME_SECONDS,
    Math.max(0, Math.ceil((issuedAt - now) / 1000) + CODE_LIFETIME_SECONDS),
  );
}

export type Countdown = { unit: "minutes" | "seconds"; value: number };

/** What the countdown shows: minutes while above 60 s (begun ones are not promised), else seconds. */
export function countdown(seconds: number): Countdown {
  return seconds > 60
    ? { unit: "minutes", value: Math.floor(seconds / 60) }
    : { unit: "seconds", value: Math.max(0, seconds) };
}

/** Seconds until the countdown changes next: at the full minute while above 120 s, else in a second; 0 at the end. */
export function nextTick(seconds: number): number {
  if (seconds <= 0) return 0;
  return seconds > 120 ? seconds % 60 || 60 : 1;
}

/** Milliseconds until another code may be asked for; 0 when it may. */
export function resendWait(requestedAt: number, now: number): number {
  return Math.min(RESEND_COOLDOWN_MS, Math.max(0, requestedAt + RESEND_COOLDOWN_MS - now));
}
