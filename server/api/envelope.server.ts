import { ApiError } from "#server/errors/api-error";
import { log } from "#server/observe/log.server";
import type { WireCall } from "#server/wire/call";
import { Code } from "#server/wire/codes";
import { notingRows } from "#server/wire/common";

/** A response of the API with its complete body. */
export interface ApiResponse {
  status: number;
  text: string;
  /** Of its Retry-After header. */
  retryAfter?: number | undefined;
  /** Its header Known-Fields. */
  knows?: string | undefined;
}

/** Returns the `result` of an error response's envelope; undefined when there is none. */
function codeOf(text: string, call: string): number | undefined {
  try {
    const { result } = parseEnvelope(text, call);
    return typeof result === "number" ? result : undefined;
  } catch {
    return undefined;
  }
}

/** Maps the order service's `message` to a code of the product API. */
const orderCodes = new Map<unknown, number>([
  ["NOT_PAID", Code.STORE_NOT_PAID],
  ["PRICE_CHANGED", Code.STORE_PRICE_CHANGED],
  ["KEY_REUSED", Code.STORE_KEY_REUSED],
  ["IN_PROGRESS", Code.STORE_KEY_IN_PROGRESS],
]);

/** Returns the validated `data`. @throws ApiError unless status and result are success and `data` fits the schema */
export function unwrap(wire: WireCall, call: string, { status, text, retryAfter }: ApiResponse): unknown {
  // 200 and 400 carry the same envelope (docs/decisions/0005); every other error status has its own rule.
  if ((status < 200 || status > 299) && status !== 400)
    throw ApiError.http(call, status, codeOf(text, call), retryAfter);
  const envelope = parseEnvelope(text, call);
  if (wire.service === "orders") {
    const { message } = envelope;
    if (message !== "SUCCESS")
      throw ApiError.business(call, orderCodes.get(message) ?? Code.FAIL, envelope.data, wire);
  } else if (!wire.ignoresResult || status === 400) {
    if (typeof envelope.result !== "number")
      throw wire.ignoresResult ? ApiError.http(call, 400) : ApiError.shape(call, "result: missing");
    if (envelope.result !== Code.SUCCESS) throw ApiError.business(call, envelope.result, envelope.data, wire);
  }
  if (status === 400) throw ApiError.http(call, 400);
  const { result: parsed, notes } = notingRows(() => wire.data.safeParse(envelope.data));
  if (notes.length > 0) {
    log.warn({ call, rows: notes.length, fields: notes.slice(0, 5) }, "rows left out of an answer");
  }
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw ApiError.shape(call, `data.${issue?.path.join(".")}: ${issue?.message}`);
  }
  return parsed.data;
}

/**
 * Replaces lone surrogates, which an API leaves that truncates a string inside an emoji: HTML cannot contain them, so
 * hydration would fail.
 */
function parseJson(text: string): unknown {
  // Most escaped surrogates are half of a valid pair.
  if (!/\\u[dD][89a-fA-F]/.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value: unknown) =>
    typeof value === "string" ? value.replace(/\p{Surrogate}/gu, "\uFFFD") : value,
  );
}

/** Maximum number of values in a response. The longest list of a screen has a third of it; each value is validated. */
const MOST_VALUES = 25_000;

/** Counts commas, also those inside strings. */
function hasTooMany(text: string): boolean {
  let commas = 0;
  for (let at = text.indexOf(","); at >= 0 && commas <= MOST_VALUES; at = text.indexOf(",", at + 1))
    commas += 1;
  return commas > MOST_VALUES;
}

function parseEnvelope(text: string, call: string): { result?: unknown; message?: unknown; data?: unknown } {
  if (hasTooMany(text)) throw ApiError.shape(call, `more than ${MOST_VALUES} values`);
  try {
    const value = parseJson(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Invalid JSON is reported below, like JSON of a wrong shape.
  }
  throw ApiError.shape(call, "not an envelope");
}
