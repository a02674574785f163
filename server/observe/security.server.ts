import { createHmac } from "node:crypto";
import { env } from "#server/config/env.server";
import { log } from "./log.server";
import { countSecurityEvent } from "./metrics.server";

/**
 * Events that an operator looks for. Some are ordinary (people mistype); many at once, or for one account, are
 * not (docs/operating.md, Watching).
 */
export type SecurityEvent =
  | "sign-in-failed"
  | "limit-passed"
  | "password-changed"
  | "sessions-ended"
  | "form-refused";

/** What may stand beside an event: nothing personal beyond an id. */
interface SecurityDetails {
  /** The member's id at the product API. */
  member?: number | string | undefined;
  /** Where only an address is known: `accountMark` of it. */
  account?: string | undefined;
  /** Which limit, which code, which form: a name of ours. */
  what?: string | number | undefined;
  count?: number | undefined;
}

/** Writes an event into the log (`"security": "<event>"`, with the request's id) and counts it for the metrics. */
export function securityEvent(event: SecurityEvent, details: SecurityDetails = {}): void {
  log.info({ security: event, ...details }, "security");
  countSecurityEvent(event);
}

/** A mark that is the same for one e-mail address, and tells nobody which it is who has not the site's secret. */
export function accountMark(email: string): string {
  const key = `security ${env().sessionSecrets[0] ?? ""}`;
  return createHmac("sha256", key).update(email.trim().toLowerCase()).digest("base64url").slice(0, 16);
}
