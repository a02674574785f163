import { Code } from "#server/wire/codes";
import { type CatalogueEntry, catalogueEntry } from "./catalogue";

export type ApiErrorKind =
  /** The API understood the call and refused it: `result` is 0 or a code of the catalogue. */
  | "business"
  /** An HTTP error status; accounts-and-store.md section 8 has rules for 401, 403 and 404. */
  | "http"
  /** No response, or not within the timeout. */
  | "no-response"
  /** A response that does not match the wire schema: not JSON, too large, a redirect, a wrong or missing field. */
  | "shape";

interface ApiErrorInit {
  kind: ApiErrorKind;
  /** "GET /news", for the log. */
  call: string;
  /** Status of the response to the visitor when no route handles the error. */
  status: number;
  messageKey: string;
  code?: number | undefined;
  /** Data of a business error: `failed_count`, suspension data, … Untrusted. */
  data?: unknown;
  /** The API's own status, for `kind` "http"; `status` may differ. */
  httpStatus?: number;
  /** For the log only: the path of the invalid field, or the network's error code. */
  detail?: string;
}

/**
 * A failed call of the product API or the order service, mapped through the catalogue.
 *
 * All requests that wait for the same call may share one error. When no route handles it, `answerTo`
 * (web/error-response.server.ts) converts it into a response with this status and message.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly kind: ApiErrorKind;
  readonly call: string;
  readonly status: number;
  readonly messageKey: string;
  readonly code: number | undefined;
  readonly data: unknown;
  readonly httpStatus: number | undefined;
  readonly detail: string | undefined;

  constructor({ kind, call, status, messageKey, code, data, httpStatus, detail }: ApiErrorInit) {
    super([call, detail ?? kind].join(": "));
    this.kind = kind;
    this.call = call;
    this.status = status;
    this.messageKey = messageKey;
    this.code = code;
    this.data = data;
    this.httpStatus = httpStatus;
    this.detail = detail;
  }

  /** True when the API does not know the call (an older API). A 404 with its own code concerns the requested object. */
  get isUnknownCall(): boolean {
    return [404, 405, 501].includes(this.httpStatus ?? 0) && (this.code ?? Code.FAIL) === Code.FAIL;
  }

  /**
   * True when the same request may succeed later: the API was unreachable, or its response was unusable. False for
   * decisions of the API (business errors, 401, 403, 404), which cached data must not hide.
   */
  get isTemporary(): boolean {
    return this.kind !== "business" && this.status >= 502;
  }

  static business(call: string, code: number, data: unknown): ApiError {
    const entry: CatalogueEntry = catalogueEntry(code);
    // 502: a refusal that no screen handles is a fault between the site and the API, not the visitor's.
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
   * Creates the error for an HTTP status (accounts-and-store.md section 8): 401, 403 and 404 keep their meaning, all
   * others become "an unexpected error".
   *
   * @param code from the envelope of this response; it does not make the error a "business" one
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
      code,
      detail: `status ${status}`,
    });
  }

  /** @param status 503 when the connection failed or broke, 504 on timeout */
  static noResponse(call: string, status: 503 | 504, detail: string): ApiError {
    return new ApiError({ kind: "no-response", call, status, messageKey: "errors:http.noResponse", detail });
  }

  static shape(call: string, detail: string): ApiError {
    return new ApiError({ kind: "shape", call, status: 502, messageKey: "errors:http.unexpected", detail });
  }
}
