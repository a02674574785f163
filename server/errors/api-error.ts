import { Code } from "#server/wire/codes";
import { type CatalogueEntry, catalogueEntry } from "./catalogue";

export type ApiErrorKind =
  /** The API understood and refused: `result` is 0 or a code of the catalogue. */
  | "business"
  /** An HTTP status that says no; section 8 has rules for 401, 403 and 404. */
  | "http"
  /** No answer, or not within the time limit. */
  | "no-response"
  /** An answer that is not what the wire says: not JSON, too large, a redirect, a wrong or missing field. */
  | "shape";

interface ApiErrorInit {
  kind: ApiErrorKind;
  /** "GET /news": for the log. */
  call: string;
  /** The status that our visitor gets when no route handles the error. */
  status: number;
  messageKey: string;
  code?: number;
  /** What the API sent along with a business error: `failed_count`, suspension data, … Untrusted. */
  data?: unknown;
  /** Of `kind` "http": the API's own status, which `status` may not be. */
  httpStatus?: number;
  /** For the log only: the path of the wrong field, the network's error code. */
  detail?: string;
}

/**
 * A failed call of the product API or the order service, with the catalogue already applied.
 *
 * An ordinary error, which any number of requests that wait for the same call may hold. A route that does not handle
 * it lets it pass: `answerTo` (web/error-response.server.ts) makes the response of it, with this status and message.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly kind: ApiErrorKind;
  readonly call: string;
  readonly status: number;
  readonly messageKey: string;
  readonly code?: number;
  readonly data?: unknown;
  readonly httpStatus?: number;
  readonly detail?: string;

  constructor({ kind, call, status, messageKey, code, data, httpStatus, detail }: ApiErrorInit) {
    super([call, detail ?? kind].join(": "));
    this.kind = kind;
    this.call = call;
    this.status = status;
    this.messageKey = messageKey;
    if (code !== undefined) this.code = code;
    if (data !== undefined) this.data = data;
    if (httpStatus !== undefined) this.httpStatus = httpStatus;
    if (detail !== undefined) this.detail = detail;
  }

  /** Whether the API has no such call: an older one. A 404 with a code of its own is about what was asked for. */
  get isUnknownCall(): boolean {
    return [404, 405, 501].includes(this.httpStatus ?? 0) && (this.code ?? Code.FAIL) === Code.FAIL;
  }

  /**
   * The same request may succeed in a moment: the API could not be asked, or its answer could not be read. Never true
   * of what it has decided (business errors, 401, 403, 404): a kept answer must not stand against that.
   */
  get isTemporary(): boolean {
    if (this.kind === "business") return false;
    return this.kind === "no-response" || this.kind === "shape" || this.status >= 502;
  }

  static business(call: string, code: number, data: unknown): ApiError {
    const entry: CatalogueEntry = catalogueEntry(code);
    // 502: a refusal that no screen has an answer to is a fault between us and the API, not the visitor's.
    return new ApiError({
      kind: "business",
      call,
      status: 502,
      messageKey: entry.messageKey,
      code,
      data,
      detail: entry.name,
    });
  }

  /**
   * Section 8, HTTP: 401, 403 and 404 keep their meaning; the rest is "an unexpected error".
   *
   * @param code of an envelope that came with this status; it never makes the error a "business" one
   */
  static http(call: string, status: number, code?: number): ApiError {
    const known: Record<number, string> = {
      401: "errors:http.401",
      403: "errors:http.403",
      404: "errors:http.404",
    };
    const messageKey = known[status];
    return new ApiError({
      kind: "http",
      call,
      status: messageKey ? status : 502,
      messageKey: messageKey ?? "errors:http.unexpected",
      httpStatus: status,
      ...(code !== undefined && { code }),
      detail: `status ${status}`,
    });
  }

  /** @param status 503 when nothing listens or the connection broke, 504 when the time limit ended it */
  static noResponse(call: string, status: 503 | 504, detail: string): ApiError {
    return new ApiError({ kind: "no-response", call, status, messageKey: "errors:http.noResponse", detail });
  }

  static shape(call: string, detail: string): ApiError {
    return new ApiError({ kind: "shape", call, status: 502, messageKey: "errors:http.unexpected", detail });
  }
}
