import { ApiError } from "#server/errors/api-error";
import { log } from "#server/observe/log.server";
import type { WireCall } from "#server/wire/calls";
import { Code } from "#server/wire/codes";
import { notingRows } from "#server/wire/common";

/** A response of the API with its whole body. */
export interface ApiAnswer {
  status: number;
  text: string;
}

/** The `result` of an envelope that came with another status than 200 and 400; undefined where there is none. */
function codeOf(text: string, call: string): number | undefined {
  try {
    const { result } = parseEnvelope(text, call);
    return typeof result === "number" ? result : undefined;
  } catch {
    return undefined;
  }
}

/** What the order service says in `message`, as a code of the product API. */
const orderCodes = new Map<unknown, number>([
  ["NOT_PAID", Code.STORE_NOT_PAID],
  ["PRICE_CHANGED", Code.STORE_PRICE_CHANGED],
  ["KEY_REUSED", Code.STORE_KEY_REUSED],
  ["IN_PROGRESS", Code.STORE_KEY_IN_PROGRESS],
]);

/**
 * Takes the checked `data` out of a response's envelope.
 *
 * @param call method and path, for the error
 * @throws ApiError for every status and result that is no success, and for data of another shape
 */
export function unwrap(wire: WireCall, call: string, { status, text }: ApiAnswer): unknown {
  // 200 and 400 carry the same envelope (docs/decisions/0005); every other status has its rule.
  if ((status < 200 || status > 299) && status !== 400) throw ApiError.http(call, status, codeOf(text, call));
  const envelope = parseEnvelope(text, call);
  if (wire.service === "orders") {
    const { message } = envelope;
    if (message !== "SUCCESS")
      throw ApiError.business(call, orderCodes.get(message) ?? Code.FAIL, envelope.data);
  } else if (!wire.ignoresResult) {
    if (typeof envelope.result !== "number") throw ApiError.shape(call, "result: missing");
    if (envelope.result !== Code.SUCCESS) throw ApiError.business(call, envelope.result, envelope.data);
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

/** An escaped surrogate; most are halves of a whole character. */
const surrogate = /\\u[dD][89a-fA-F]/;

/**
 * JSON in which every text is well formed. An API that cuts a text in the middle of an emoji leaves half of one, which
 * HTML cannot hold: the page would differ from its data, and React throw it away in the browser.
 */
function parseJson(text: string): unknown {
  if (!surrogate.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value: unknown) =>
    typeof value === "string" ? value.replace(/\p{Surrogate}/gu, "\uFFFD") : value,
  );
}

/** Values of an answer. The longest list that a screen asks for has a third of them; each is looked at several times. */
const MOST_VALUES = 25_000;

/** Whether a JSON text has more values than that, by its commas; those in its texts count too, which does no harm. */
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
    // Not JSON at all: the same fault as JSON of a wrong shape, told below.
  }
  throw ApiError.shape(call, "not an envelope");
}
