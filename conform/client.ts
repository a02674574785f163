import type { CallSpec } from "./contract";
import type { Mask } from "./mask";

/** The site rejects larger responses (docs/connecting-your-api.md#what-the-site-refuses). */
export const MOST_BYTES = 5 * 1024 * 1024;
export const MOST_VALUES = 25_000;
/** No call of the contract nests deeper than ten; the reports walk a response by recursion. */
export const MOST_LEVELS = 100;

export interface Parts {
  /** Values of `{…}` in the path. */
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  body?: unknown;
  /** Raw request body, sent unchanged instead of `body`. */
  raw?: string;
  /** Multipart fields. */
  form?: Record<string, string | File>;
  /** Bearer token. */
  token?: string | undefined;
  /** Idempotency-Key. */
  key?: string | undefined;
}

/** A response; `error` is set when there is no complete body. */
export interface ApiResponse {
  status: number;
  headers: Headers;
  text: string;
  /** undefined when the body is not valid JSON. */
  json: unknown;
  /** Why there is no complete body. */
  error?: "timeout" | "connection" | "cut off" | "too large" | "not UTF-8" | "too deep";
  /** Error message from fetch or the operating system. */
  reason?: string;
  bytes: number;
  ms: number;
}

/** One request and its response, for `--json`, without secrets or personal data. */
export interface Exchange {
  call: string;
  request: { method: string; url: string; headers: Record<string, string>; body?: unknown };
  answer: {
    status: number;
    ms: number;
    bytes: number;
    headers: Record<string, string>;
    body?: unknown;
    error?: string;
  };
}

export interface ClientOptions {
  /** Base URLs without a trailing slash. */
  bases: { product: string; order: string | undefined };
  mask: Mask;
  /** `fetch`, or a test double. */
  fetch: (request: Request) => Promise<Response>;
  elapsed: () => number;
  patience: number;
  /** Aborts all requests in progress. */
  signal: AbortSignal;
  onExchange: (exchange: Exchange) => void;
}

const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

const shownForm = (form: Record<string, string | File>) =>
  Object.fromEntries(
    Object.entries(form).map(([name, value]) => [
      name,
      typeof value === "string" ? value : `${value.size} bytes`,
    ]),
  );

/** Returns whether values nest deeper than MOST_LEVELS. Without recursion, which would exhaust the stack. */
function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MOST_LEVELS) return true;
    const next: unknown[] = [];
    for (const one of level)
      if (typeof one === "object" && one !== null) for (const child of Object.values(one)) next.push(child);
    level = next;
  }
  return false;
}

/** Reads a body. Stops after MOST_BYTES. */
async function readBody(response: Response): Promise<{ bytes: Uint8Array; isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (response.body) {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MOST_BYTES) break;
    }
  }
  return { bytes: Buffer.concat(chunks), isWhole: size <= MOST_BYTES };
}

/** HTTP client of the kit. Measures each request, records it without secrets, and does not follow redirects. */
export class Client {
  /** Number of requests sent. */
  count = 0;

  constructor(private readonly options: ClientOptions) {}

  /** Returns whether a base URL is configured for this service. */
  has(service: "product" | "order"): boolean {
    return this.options.bases[service] !== undefined;
  }

  /** Builds the URL of a call with its path parameters and query. */
  url({ service, path }: Pick<CallSpec, "service" | "path">, { params = {}, query = {} }: Parts): string {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(params[name] ?? "1")),
    );
    const url = new URL(`${this.options.bases[service] ?? this.options.bases.product}/${filled}`);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, asText(value));
    }
    return url.href;
  }

  /**
   * Sends one request. The timeout is `patience` times the limit of the call, to tell a slow response from a missing
   * one.
   *
   * @param isLast sends the request even after the run was aborted
   * @returns the response; a failure of the API is reported in `error`, not thrown
   * @throws the abort reason when the run is aborted, unless `isLast`
   */
  async send(
    call: Pick<CallSpec, "id" | "service" | "path" | "method" | "timeoutMs">,
    parts: Parts,
    isLast = false,
  ): Promise<ApiResponse> {
    this.count += 1;
    const { mask, fetch, signal, elapsed, patience } = this.options;
    const headers: Record<string, string> = { Accept: "application/json", ...parts.headers };
    if (parts.token !== undefined) headers.Authorization = `Bearer ${parts.token}`;
    if (parts.key !== undefined) headers["Idempotency-Key"] = parts.key;
    let body: string | FormData | undefined;
    if (parts.form) {
      body = new FormData();
      for (const [name, value] of Object.entries(parts.form)) body.append(name, value);
    } else if (parts.raw !== undefined || parts.body !== undefined) {
      headers["Content-Type"] = "application/json";
      body = parts.raw ?? JSON.stringify(parts.body);
    }
    const url = this.url(call, parts);
    const shown = mask.value(parts.form ? shownForm(parts.form) : parts.body, "", false);
    if (parts.token !== undefined) mask.add(parts.token, "token");
    const timeout = AbortSignal.timeout(call.timeoutMs * patience);
    const limit = isLast ? timeout : AbortSignal.any([signal, timeout]);
    const started = elapsed();
    const received = await this.#receive(
      new Request(url, {
        method: call.method,
        headers,
        ...(body !== undefined && { body }),
        redirect: "manual",
        signal: limit,
      }),
      fetch,
      limit,
    );
    received.ms = elapsed() - started;
    if (!isLast) signal.throwIfAborted();
    this.options.onExchange({
      call: call.id,
      request: {
        method: call.method,
        url: mask.text(url).replace(/([?&](?:email|token)=)[^&]+/g, "$1…"),
        headers: {
          ...headers,
          ...(headers.Authorization && { Authorization: mask.text(headers.Authorization) }),
        },
        ...(shown !== undefined && { body: shown }),
      },
      answer: {
        status: received.status,
        ms: Math.round(received.ms),
        bytes: received.bytes,
        headers: Object.fromEntries([...received.headers].filter(([name]) => name !== "set-cookie")),
        ...(received.json !== undefined
          ? { body: mask.value(received.json) }
          : received.text !== "" && { body: mask.text(received.text).slice(0, 500) }),
        ...(received.error && { error: received.error }),
      },
    });
    return received;
  }

  async #receive(request: Request, fetch: ClientOptions["fetch"], limit: AbortSignal): Promise<ApiResponse> {
    const received: ApiResponse = {
      status: 0,
      headers: new Headers(),
      text: "",
      json: undefined,
      bytes: 0,
      ms: 0,
    };
    // A test double of fetch may ignore the signal, and a body may never end.
    let onAbort: (() => void) | undefined;
    const aborted = new Promise<never>((_, reject) => {
      onAbort = () => reject(limit.reason as Error);
      limit.addEventListener("abort", onAbort);
    });
    aborted.catch(() => undefined);
    try {
      const response = await Promise.race([fetch(request), aborted]);
      received.status = response.status;
      received.headers = response.headers;
      const { bytes, isWhole } = await Promise.race([readBody(response), aborted]);
      received.bytes = bytes.length;
      if (!isWhole) return { ...received, error: "too large" };
      try {
        received.text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      } catch {
        return { ...received, error: "not UTF-8" };
      }
      try {
        received.json = JSON.parse(received.text) as unknown;
      } catch {
        received.json = undefined;
      }
      if (isTooDeep(received.json)) return { ...received, json: undefined, error: "too deep" };
      return received;
    } catch (error) {
      const isTimeout = limit.aborted;
      const cause = error instanceof Error ? ((error.cause as Error | undefined) ?? error) : error;
      return {
        ...received,
        error: isTimeout ? "timeout" : received.status === 0 ? "connection" : "cut off",
        reason: cause instanceof Error ? cause.message || cause.name : String(cause),
      };
    } finally {
      if (onAbort) limit.removeEventListener("abort", onAbort);
    }
  }
}
