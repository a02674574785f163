import { createHmac } from "node:crypto";
import { env } from "#server/config/env.server";
import { log } from "./log.server";
import { countSecurityEvent } from "./metrics.server";

/** Events of the security log (docs/operating.md#the-security-log). */
type SecurityEvent =
  | "sign-in-failed"
  | "limit-passed"
  | "password-changed"
  | "sessions-ended"
  | "form-refused";

/** Details of an event. They contain no personal data except an id. */
interface SecurityDetails {
  member?: number | string | undefined;
  /** `accountMark` of the address, when only an email or wallet address is known. */
  account?: string | undefined;
  what?: string | number | undefined;
  count?: number | undefined;
}

/** Logs an event (`"security": "<event>"`, with the request's id) and counts it for the metrics. */
export function securityEvent(event: SecurityEvent, details: SecurityDetails = {}): void {
  log.info({ security: event, ...details }, "security");
  countSecurityEvent(event);
}

/** Returns a pseudonym of an email address. It is deterministic, and not reversible without the site's secret. */
export function accountMark(email: string): string {
  const key = `security ${env().sessionSecrets[0] ?? ""}`;
  return createHmac("sha256", key).update(email.trim().toLowerCase()).digest("base64url").slice(0, 16);
}
