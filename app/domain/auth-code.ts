import { webMessage } from "./message-codes";
import { digits } from "./readers";

const CODE_DIGITS = 6;
const CODE_LIFETIME_SECONDS = 1800;
export const RESEND_COOLDOWN_MS = 300_000;

export type CodeProblem = "missing" | "incomplete" | "digitsOnly";

/**
 * Returns the message key of a problem: WEB-021 (and 034) for a missing code, WEB-022 for characters that are not
 * digits.
 */
export function codeMessage(problem: CodeProblem): string {
  if (problem === "incomplete") return "account:code.incomplete";
  return webMessage(problem === "missing" ? "021" : "022");
}

/** The only run of digits in a text that was pasted with its sentence ("Code: 123456"). */
const ONLY_RUN = /^[^0-9]*([0-9]+)[^0-9]*$/;

/** Returns the digits of a typed or pasted code; other characters stay only if they stand between digits. */
export function cleanCode(raw: string): string {
  const read = digits(raw);
  const [, run = ""] = ONLY_RUN.exec(read) ?? [];
  return run.length === CODE_DIGITS ? run : read;
}

/** Validates a code before it is sent to the server. Returns undefined if it has exactly six digits. */
export function checkCode(raw: string): CodeProblem | undefined {
  const code = cleanCode(raw);
  if (/[^0-9]/.test(code)) return "digitsOnly";
  if (code === "") return "missing";
  return code.length === CODE_DIGITS ? undefined : "incomplete";
}

/** Returns the whole seconds until a code expires; 0 once it has expired. Times are in milliseconds since 1970. */
export const secondsLeft = (issuedAt: number, now: number): number =>
  Math.min(CODE_LIFETIME_SECONDS, Math.max(0, Math.ceil((issuedAt - now) / 1000) + CODE_LIFETIME_SECONDS));

export interface CodeTimes {
  /** End of the code's validity, ms since 1970, at a full minute: never later than it is. */
  until: number;
  /** When another code may be requested, ms since 1970, at a full minute: never earlier than it is. */
  again: number;
}

const MINUTE_MS = 60_000;

/** Returns the times to display for a code that was requested at `requestedAt` (ms since 1970). */
export const codeTimes = (requestedAt: number): CodeTimes => ({
  until: Math.floor((requestedAt + CODE_LIFETIME_SECONDS * 1000) / MINUTE_MS) * MINUTE_MS,
  again: Math.ceil((requestedAt + RESEND_COOLDOWN_MS) / MINUTE_MS) * MINUTE_MS,
});

export type Countdown = { unit: "minutes" | "seconds"; value: number };

/** Returns the value to display: minutes, rounded down, while more than 60 s are left, else seconds. */
export const countdown = (seconds: number): Countdown =>
  seconds > 60
    ? { unit: "minutes", value: Math.floor(seconds / 60) }
    : { unit: "seconds", value: Math.max(0, seconds) };

/**
 * Returns the seconds until the next update of the countdown: at the full minute above 120 s, else every second; 0 at
 * the end.
 */
export function nextTick(seconds: number): number {
  if (seconds <= 0) return 0;
  return seconds > 120 ? seconds % 60 || 60 : 1;
}

/** Returns the milliseconds until another code may be requested; 0 if it may be requested now. */
export const resendWait = (requestedAt: number, now: number): number =>
  Math.min(RESEND_COOLDOWN_MS, Math.max(0, requestedAt + RESEND_COOLDOWN_MS - now));
