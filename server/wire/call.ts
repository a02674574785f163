import type { z } from "zod";

/** Definition of one API call, shared by the API client, the sandbox and the OpenAPI file. */
export interface WireCall {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path as in the specification, relative to the base URL; the client fills `{id}` from `params`. */
  path: string;
  /**
   * Token of the call: `member` the access token, `either` the access token if there is one, `refresh` the refresh
   * token, `order` the order service's (ecAccessToken).
   */
  auth: "none" | "member" | "either" | "refresh" | "order";
  query?: z.AnyZodObject;
  json?: z.ZodTypeAny;
  /** multipart/form-data: these text fields, and at most one file, `file`. */
  form?: z.AnyZodObject;
  /** `data` on success. */
  data: z.ZodTypeAny;
  /**
   * The response contains texts and the request has no language field: the language is sent as Accept-Language (BCP
   * 47).
   */
  hasLanguageHeader?: true;
  /** Call of the order service: another base URL, and `message` SUCCESS instead of `result` 1. */
  service?: "orders";
  /** Governance calls ignore `result` (public-site-and-community.md section 7). */
  ignoresResult?: true;
  /** Timeout in ms; 5 s by default. */
  timeoutMs?: number;
  /**
   * The call takes or promises money, so it carries an `Idempotency-Key`: the API executes it once per key and
   * repeats the response. It can always be retried; an older API ignores the key.
   */
  takesKey?: true;
}

/** Preserves the exact type of each call. */
export const defineCalls = <const Calls extends Record<string, WireCall>>(calls: Calls) => calls;
