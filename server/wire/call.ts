import type { z } from "zod";

/** One call of the wire: what the API client sends, what the sandbox answers, what the OpenAPI file says. */
export interface WireCall {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** As the specification writes it, joined to the base address; `{id}` is filled from the client's `params`. */
  path: string;
  /**
   * Whose token it carries: `member` the access token, `either` the same when there is one, `refresh` the refresh token,
   * `order` the order service's (ecAccessToken).
   */
  auth: "none" | "member" | "either" | "refresh" | "order";
  query?: z.AnyZodObject;
  json?: z.ZodTypeAny;
  /** multipart/form-data: these as text fields, and at most one file, `file`. */
  form?: z.AnyZodObject;
  /** `data` on success. */
  data: z.ZodTypeAny;
  /** Its answer has texts, but it has no field for their language: sent as Accept-Language (BCP 47). */
  hasLanguageHeader?: true;
  /** The order service: its own base address, and `message` SUCCESS in place of `result` 1. */
  service?: "orders";
  /** Governance calls do not look at `result` (public-site-and-community.md section 7). */
  ignoresResult?: true;
  /** When it is not the 5 s of the others. */
  timeoutMs?: number;
  /**
   * It takes or promises money: sent with an `Idempotency-Key`, under which the API does it once and gives the same
   * answer again. So the call may be made again, whatever became of the one before; an older API ignores the key.
   */
  takesKey?: true;
}

/** Keeps each call's own schemas and path in its type. */
export const defineCalls = <const Calls extends Record<string, WireCall>>(calls: Calls) => calls;
