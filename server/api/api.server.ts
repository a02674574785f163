import type { z } from "zod";
import { noteApiDate } from "./api-clock.server";
import { env } from "#server/config/env.server";
import { type Language, languageTags } from "~/domain/language-tag";
import { ApiError } from "#server/errors/api-error";
import { Code } from "#server/wire/codes";
import { log } from "#server/observe/log.server";
import { countApiCall } from "#server/observe/metrics.server";
import { requestScope } from "#server/runtime/request-scope.server";
import { tracer } from "#server/observe/tracer.server";
import type { TokenSource } from "./token-source";
import type { WireCall } from "#server/wire/call";
import { type CallName, calls } from "#server/wire/calls";
import { type ApiResponse, unwrap } from "./envelope.server";
import { exchange, MAX_RESPONSE_BYTES } from "./exchange.server";
import { noteKnown, withoutUnknown } from "./proposed-fields.server";
import { retryAfterSeconds } from "./retry-after.server";

/** Names of the `{id}` parameters in a path. */
type ParamOf<Path extends string> = string extends Path
  ? string
  : Path extends `${string}{${infer Name}}${infer Rest}`
    ? Name | ParamOf<Rest>
    : never;

/** Input of the call's `json` or `query` schema; nothing when the call has no such schema. */
type Sent<Call, Name extends "json" | "query"> =
  Call extends Record<Name, infer Schema extends z.ZodTypeAny>
    ? undefined extends z.input<Schema>
      ? { [Key in Name]?: z.input<Schema> }
      : { [Key in Name]: z.input<Schema> }
    : { [Key in Name]?: undefined };

/** What each value of `auth` requires: the source of the member's tokens, or a fixed token. */
interface BearerOf {
  none: { tokens?: undefined; bearer?: undefined };
  member: { tokens: TokenSource; bearer?: undefined } | { tokens?: undefined; bearer: string };
  either: { tokens: TokenSource | undefined; bearer?: undefined };
  refresh: { tokens?: undefined; bearer: string };
  order: { tokens: TokenSource; bearer?: undefined };
}

/** Idempotency key of calls with `takesKey`: 16 to 80 letters, digits, "-" and "_". */
type KeyOf<Call> = Call extends { takesKey: true } ? { key: string } : { key?: undefined };

interface CommonOptions {
  /** Called when the API repeats its response to an earlier request with this key. */
  onReplay?: (() => void) | undefined;
  /** Form with fields and files, sent as multipart. Files are streamed from the disk. */
  form?: FormData;
  /** For calls that have `hasLanguageHeader`: sent as Accept-Language; the site's default if no text is shown. */
  language?: Language | undefined;
}

type CallOptions<Call extends WireCall> = CommonOptions &
  BearerOf[Call["auth"]] &
  Sent<Call, "json"> &
  Sent<Call, "query"> &
  (ParamOf<Call["path"]> extends never
    ? { params?: undefined }
    : { params: Record<ParamOf<Call["path"]>, string | number> }) &
  KeyOf<Call>;

interface Outgoing extends CommonOptions {
  wire: WireCall;
  path: string;
  tokens?: TokenSource | undefined;
  bearer?: string | undefined;
  query?: Record<string, unknown> | undefined;
  json?: unknown;
  key?: string | undefined;
}

/**
 * Calls the product API or the order service by the name of the call (server/wire/calls.ts). It refuses redirects, so
 * that a token never reaches another host, and repeats only a GET that returns 401, once with a refreshed token.
 *
 * @throws ApiError for every failure or refusal; 401 without a request when a required token is missing
 * @throws SignInNeeded when the API refused the token and the session has ended
 * @throws StoreUnavailable when the session store is down
 */
export const callApi = <Name extends CallName>(name: Name, options: CallOptions<(typeof calls)[Name]>) =>
  callWire(calls[name], options);

/** As `callApi`, for a call that is not in the table. */
export async function callWire<const Call extends WireCall>(
  wire: Call,
  { params, ...rest }: CallOptions<Call>,
): Promise<z.output<Call["data"]>> {
  const options: Outgoing = withoutUnknown(wire, { ...rest, wire, path: filled(wire, params ?? {}) });
  const call = `${wire.method} ${options.path}`;
  const started = performance.now();
  let outcome = "ok";
  try {
    const data: z.output<Call["data"]> = await callWithToken(options, call);
    log.debug({ call, ms: Math.round(performance.now() - started) }, "api");
    return data;
  } catch (error) {
    outcome = error instanceof ApiError ? error.kind : "session";
    const isAwaited = !requestScope()?.gone?.aborted;
    if (isAwaited && error instanceof ApiError) {
      const { kind, status, code, detail } = error;
      const isRefusal = kind === "business" && code !== Code.FAIL && code !== Code.AUTH_INVALID_HEADER;
      const line = { call, kind, status, code, detail, ms: Math.round(performance.now() - started) };
      const reason = { kind, status, ...(code !== undefined && { code }) };
      tracer()?.event("api call failed", { call: `${wire.method} ${wire.path}`, ...reason });
      if (isRefusal) log.info(line, "api call refused");
      else log.warn(line, "api call failed");
    }
    throw error;
  } finally {
    const ms = performance.now() - started;
    countApiCall(`${wire.method} ${wire.path}`, outcome, ms);
    const api = requestScope()?.api;
    if (api) api.calls += 1;
  }
}

/**
 * Fills the `{names}` of a path, percent-encoded, so that an id cannot add path segments.
 *
 * @throws ApiError 404 for an empty id, "." and "..", which URL resolution would remove
 */
function filled({ method, path }: WireCall, params: Record<string, string | number>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? "");
    if (/^\.{0,2}$/.test(value)) throw ApiError.http(`${method} ${path}`, 404);
    return encodeURIComponent(value);
  });
}

async function callWithToken(options: Outgoing, call: string): Promise<unknown> {
  const token = options.bearer ?? (await options.tokens?.accessToken());
  // The session has just lost its tokens; the API would refuse a call without one.
  if (!token && !["none", "either"].includes(options.wire.auth)) throw ApiError.http(call, 401);
  let response = await send(options, call, token);
  // The API refused a token that has not expired: the session ended elsewhere, or the clocks differ.
  if (response.status === 401 && token && options.tokens) {
    const renewed = await options.tokens.renew(token);
    const ended = renewed ? undefined : options.tokens.endedError?.();
    if (ended) throw ended;
    // Do not repeat a write, even with an idempotency key: the API may have done the work before its 401, and one that
    // ignores keys would do it twice (docs/decisions/0044-contract.md).
    if (renewed && options.wire.method === "GET") response = await send(options, call, renewed);
  }
  const data = unwrap(options.wire, call, response);
  noteKnown(options.wire.service ?? "product", response.knows);
  return data;
}

function send(options: Outgoing, call: string, token: string | undefined): Promise<ApiResponse> {
  const tracing = tracer();
  if (!tracing) return request(options, call, token);
  const { method, path, service = "product" } = options.wire;
  const attributes = { "http.request.method": method, "url.template": path, "soria.service": service };
  return tracing.span({ name: `${method} ${path}`, kind: "client", attributes }, async (span) => {
    const response = await request(options, call, token, span.headers);
    span.set({ "http.response.status_code": response.status });
    return response;
  });
}

async function request(
  options: Outgoing,
  call: string,
  token: string | undefined,
  traceHeaders?: Readonly<Record<string, string>>,
): Promise<ApiResponse> {
  const { service = "product" } = options.wire;
  const api = requestScope()?.api;
  // Fail fast after a timeout: the page of a form whose call timed out must not wait for the same service again. Calls
  // with a key still run, because after a possible payment an unknown outcome is worse than a wait.
  if (!options.key && api?.stalled?.has(service))
    throw ApiError.noResponse(call, 504, "stalled earlier in this request");
  const limit = AbortSignal.timeout(options.wire.timeoutMs ?? env().apiTimeoutMs);
  // Reads end when the client disconnects. Writes and token refreshes, a GET with an effect, always finish.
  const isRead = options.wire.method === "GET" && options.wire.auth !== "refresh";
  const gone = requestScope()?.gone;
  const headers: Record<string, string> = { Accept: "application/json", ...traceHeaders };
  const requestId = requestScope()?.requestId;
  if (requestId) headers["X-Request-Id"] = requestId;
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (options.key) headers["Idempotency-Key"] = options.key;
  // fetch would send "*" for a call whose caller shows no texts.
  if (options.wire.hasLanguageHeader) headers["Accept-Language"] = languageTags[options.language ?? "ja"];
  let body: string | FormData | undefined = options.form;
  if (options.json !== undefined) {
    headers["Content-Type"] = "application/json";
    body = JSON.stringify(options.json);
  }
  const started = performance.now();
  try {
    const {
      status,
      headers: received,
      text,
    } = await exchange(addressOf(options), {
      method: options.wire.method,
      headers,
      body,
      signal: isRead && gone ? AbortSignal.any([limit, gone]) : limit,
      isRepeatable: isRead,
    });
    if (status >= 300 && status < 400) throw ApiError.shape(call, `redirect ${status}`);
    if (text === undefined) throw ApiError.shape(call, `answer larger than ${MAX_RESPONSE_BYTES} bytes`);
    noteApiDate(received.get("date"), received.get("age"));
    if (received.get("idempotency-replayed") === "true") options.onReplay?.();
    const retryAfter = retryAfterSeconds(received.get("retry-after"));
    return { status, text, retryAfter, knows: received.get("known-fields") ?? undefined };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (limit.aborted) {
      if (api) (api.stalled ??= new Set()).add(service);
      throw ApiError.noResponse(call, 504, "time limit");
    }
    throw ApiError.noResponse(call, 503, gone?.aborted ? "the visitor has gone" : causeOf(error));
  } finally {
    api?.waits.push([started, performance.now()]);
  }
}

function addressOf({ wire, path, query }: Outgoing): URL {
  const { apiBaseUrl, orderApiBaseUrl } = env();
  const base = wire.service === "orders" ? orderApiBaseUrl : apiBaseUrl;
  const url = new URL(`${base}/${path.replace(/^\/+/, "")}`);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code, message } = cause as { code?: string; message?: string };
  return code ?? message ?? "connection failed";
}
