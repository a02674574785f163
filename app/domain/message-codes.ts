import type { AttachmentProblem } from "./attachment-rules";

/**
 * Web message codes (accounts-and-store.md section 8, public-site-and-community.md section 8) as keys of the `errors`
 * namespace. Codes with the same sentence map to one key.
 */
const aliases: Record<string, string> = {
  "009": "001",
  "010": "002",
  "018": "007",
  "031": "007",
  "025": "008",
  "038": "013",
  "097": "013",
  "039": "014",
  "098": "014",
  "030": "017",
  "033": "020",
  "034": "021",
  "035": "022",
  "042": "022",
  "036": "023",
  "037": "024",
  "084": "026",
  "099": "054",
};

/**
 * Returns a message key with its parameters in one string, for places that carry plain strings only (conform's errors):
 * `withParams("errors:web.001", { count: 2 })` is "errors:web.001?count=2". `dynamicKey` parses it.
 */
export function withParams(key: string, params: Record<string, string | number>): string {
  const entries = Object.entries(params).map(([name, value]) => [name, String(value)]);
  return `${key}?${new URLSearchParams(entries)}`;
}

/**
 * Returns the message key of a rate limit, with the wait in whole minutes.
 *
 * @param seconds as in Retry-After
 */
export const tooManyMessage = (seconds: number): string =>
  withParams("errors:http.429", { minutes: Math.max(1, Math.ceil(seconds / 60)) });

const SECONDS_PER_HOUR = 3_600;

/**
 * Returns the message key for an API that can't respond now, with the wait in whole minutes, or in hours from two on.
 *
 * @param seconds as in Retry-After
 */
export const busyMessage = (seconds: number): string =>
  seconds < 2 * SECONDS_PER_HOUR
    ? withParams("errors:http.busy", { minutes: Math.max(1, Math.ceil(seconds / 60)) })
    : withParams("errors:http.busyHours", { hours: Math.ceil(seconds / SECONDS_PER_HOUR) });

/** @param code three digits: `webMessage("016")` is the sentence of WEB-016 */
export const webMessage = (code: string): string => `errors:web.${aliases[code] ?? code}`;

/** Returns the message key of a rejected attachment: WEB-052, WEB-053, or that it is empty. */
export function attachmentMessage(problem: AttachmentProblem): string {
  if (problem === "empty") return "support:attachment.empty";
  return webMessage(problem === "type" ? "052" : "053");
}
