import { randomUUID } from "node:crypto";
import { memberById } from "../members";
import type { Services } from "../services";
import { startSession } from "../tokens";
import type { CallEntry } from "./calls";

const LONGEST_MS = 10_000;

/** Reasons why a recorded call cannot be repeated. */
export type NoReplay =
  | "NO_API_CALL"
  /** The body contains a password, a token or a code, which the record masks. */
  | "SECRETS_NOT_KEPT"
  /** The body was multipart, too long, or is too old. */
  | "BODY_NOT_KEPT"
  | "MEMBER_IS_GONE";

/**
 * Builds the request of a recorded call again: same path, query, body and Idempotency-Key, for the same member in a
 * new session. A new X-Request-Id identifies it.
 */
export async function replayRequest(
  services: Services,
  { method, path, query, member, requestBody, idempotencyKey, isForm }: CallEntry,
): Promise<Request | NoReplay> {
  if (!/^\/(?:api|order-service)\//.test(path)) return "NO_API_CALL";
  if (requestBody?.includes('"***"')) return "SECRETS_NOT_KEPT";
  const hasBody = requestBody !== undefined && requestBody !== "";
  const isCut = hasBody && /^\(no JSON|…$/.test(requestBody);
  if (isForm || isCut || (!hasBody && ["POST", "PATCH"].includes(method))) return "BODY_NOT_KEPT";
  const headers = new Headers({ "X-Request-Id": `replay-${randomUUID()}` });
  if (hasBody) headers.set("Content-Type", "application/json");
  if (idempotencyKey !== undefined) headers.set("Idempotency-Key", idempotencyKey);
  if (member !== undefined) {
    const found = await memberById(services.db, member);
    if (!found) return "MEMBER_IS_GONE";
    const { accessToken, refreshToken, ecAccessToken } = await startSession(services, found);
    const isRefresh = path.startsWith("/api/auth/refresh/");
    const ofApi = isRefresh ? refreshToken : accessToken;
    headers.set("Authorization", `Bearer ${path.startsWith("/order-service/") ? ecAccessToken : ofApi}`);
  }
  return new Request(services.origin + path + query, {
    method,
    headers,
    signal: AbortSignal.timeout(LONGEST_MS),
    ...(hasBody && { body: requestBody }),
  });
}
