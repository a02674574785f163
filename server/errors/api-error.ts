import { Code } from "#server/wire/codes";
import { busyMessage } from "~/domain/message-codes";
import { catalogueEntry, messageAt } from "./catalogue";

export type ApiErrorKind =
  /** The API understood the call and refused it: `result` is 0 or a code of the catalogue. */
  | "business"
  /** An HTTP error status; accounts-and-store.md section 8 has rules for 401, 403 and 404. */
  | "http"
  /** No response, or not within the timeout. */
  | "no-response"
  /** A response that does not match the wire schema: not JSON, too large, a redirect, a wrong or missing field. */
  | "shape";

/**
 * A failed call of the product API or the order service. When no route handles it, `errorResponse`
 * (web/error-response.server.ts) converts it into a response with this status and message.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  declare readonly kind: ApiErrorKind;
  /** "GET /news", for the log. */
  declare readonly call: string;
  /** Status of the response to the visitor when no route handles the error. */
  declare readonly status: number;
  declare readonly messageKey: string;
  declare readonly code?: number | undefined;
  /** Data of a business error: `failed_count`, suspension data, … Untrusted. */
  declare readonly data?: unknown;
  /** The API's own status, for `kind` "http"; `status` may differ. */
  declare readonly httpStatus?: number;
  /** When the API allows the next try, in seconds; only with `status` 503. */
  declare readonly retryAfter?: number;
  /** For the log only: the path of the invalid field, or the network's error code. */
  declare readonly detail?: string;

  constructor(facts: Omit<ApiError, keyof Error | "isUnknownCall" | "isTemporary" | "response">) {
    super([facts.call, facts.detail ?? facts.kind].join(": "));
    Object.assign(this, facts);
  }

  /** True when the API does not know the call (an older API). A 404 with its own code concerns the requested object. */
  get isUnknownCall(): boolean {
    return [404, 405, 501].includes(this.httpStatus ?? 0) && (this.code ?? Code.FAIL) === Code.FAIL;
  }

  /** Whether the same request may succeed later. Cached data must not hide a decision of the API. */
  get isTemporary(): boolean {
    return this.kind !== "business" && this.status >= 502;
  }

  /** Status and headers of the response when a form shows the error: 400 for a refusal, else the failure's own. */
  get response(): { status: number; headers?: Record<string, string> } {
    if (this.kind === "business") return { status: 400 };
    const { status, retryAfter } = this;
    return retryAfter === undefined ? { status } : { status, headers: { "Retry-After": String(retryAfter) } };
  }

  /** @param wire the call's definition, for a message that fits its screen; the catalogue's own without it */
  static business(
    call: string,
    code: number,
    data: unknown,
    wire?: Parameters<typeof messageAt>[0],
  ): ApiError {
    const entry = catalogueEntry(code);
    const { name: detail } = entry;
    const messageKey = wire ? messageAt(wire, code) : entry.messageKey;
    // 502: a refusal that no screen handles is a fault between the site and the API, not the visitor's.
    return new ApiError({ kind: "business", call, status: 502, messageKey, code, data, detail });
  }

  /**
   * For an HTTP status (accounts-and-store.md section 8).
   *
   * @param code the envelope's
   * @param retryAfter of the header Retry-After, in seconds; with it a 429 or a 503 says when to try again
   */
  static http(call: string, status: number, code?: number, retryAfter?: number): ApiError {
    if (retryAfter !== undefined && [429, 503].includes(status))
      return ApiError.busy(call, status, code, retryAfter);
    const isKnown = [401, 403, 404].includes(status);
    return new ApiError({
      kind: "http",
      call,
      status: isKnown ? status : 502,
      messageKey: isKnown ? `errors:http.${status}` : "errors:http.unexpected",
      httpStatus: status,
      code,
      detail: `status ${status}`,
    });
  }

  private static busy(
    call: string,
    httpStatus: number,
    code: number | undefined,
    retryAfter: number,
  ): ApiError {
    const detail = `status ${httpStatus}, Retry-After ${retryAfter}`;
    const messageKey = busyMessage(retryAfter);
    return new ApiError({
      kind: "http",
      call,
      status: 503,
      messageKey,
      httpStatus,
      code,
      retryAfter,
      detail,
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
