import type { z } from "zod";

/** What a result code of the error catalogue is about (server/errors/catalogue.ts). */
export type CodeSubject =
  | "email"
  | "mail"
  | "authCode"
  | "name"
  /** Words of the visitor. */
  | "text"
  | "password"
  /** A link of a mail. */
  | "link"
  /** The details of a member, which could not be saved. */
  | "details"
  | "community"
  | "money"
  /** Whether the account is suspended, locked or pending. */
  | "state"
  | "access"
  | "memberGone"
  | "version";

/** Definition of one API call, shared by the API client, the sandbox and the OpenAPI file. */
export interface WireCall {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path as in the specification, relative to the base URL; the client fills `{id}` from `params`. */
  path: string;
  /** `member`: the access token; `either`: if there is one; `order`: the order service's (ecAccessToken). */
  auth: "none" | "member" | "either" | "refresh" | "order";
  query?: z.AnyZodObject;
  json?: z.ZodTypeAny;
  /** multipart/form-data: these text fields, and at most one file, `file`. */
  form?: z.AnyZodObject;
  /**
   * What the API's refusals may be about, beside the member's account. The visitor reads what such a code means; every
   * other code shows the general message.
   */
  about?: readonly CodeSubject[];
  /** `data` on success. */
  data: z.ZodTypeAny;
  /** The response contains texts and the request has no language field: the language is sent as Accept-Language. */
  hasLanguageHeader?: true;
  /** Call of the order service: another base URL, and `message` SUCCESS instead of `result` 1. */
  service?: "orders";
  /** Governance calls ignore `result` (public-site-and-community.md section 7). */
  ignoresResult?: true;
  /** Timeout in ms; 5 s by default. */
  timeoutMs?: number;
  /** The call moves or promises money: the API executes it once per `Idempotency-Key`; an older API ignores the key. */
  takesKey?: true;
  /**
   * Fields, and values of the query ("sort=ENDING"), that docs/specification does not name. They are sent only to an
   * API that has said that it knows them (server/api/proposed-fields.server.ts).
   */
  proposed?: readonly string[];
}

export type WireCalls = Record<string, WireCall>;

/** Returns a function that defines calls with the same method and token by their path and schemas. */
export const defineCall =
  <const Shared extends Omit<WireCall, "path" | "data">>(shared: Shared) =>
  <const Path extends string, const Rest extends Pick<WireCall, "data" | "about">>(
    path: Path,
    rest: Rest,
  ) => ({
    ...shared,
    path,
    ...rest,
  });

export const guestGet = defineCall({ method: "GET", auth: "none" });
export const guestPost = defineCall({ method: "POST", auth: "none" });
export const memberGet = defineCall({ method: "GET", auth: "member" });
export const memberPost = defineCall({ method: "POST", auth: "member" });
export const memberPatch = defineCall({ method: "PATCH", auth: "member" });
/** For a response with texts, in a language for which the request has no field. */
export const textGet = defineCall({ method: "GET", auth: "member", hasLanguageHeader: true });
