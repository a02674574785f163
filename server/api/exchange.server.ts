/** Maximum size of a response in bytes. No screen needs more, and a larger one must not exhaust the memory. */
export const MAX_RESPONSE_BYTES = 5 * 1024 * 1024;

interface ExchangeRequest {
  method: string;
  headers: Record<string, string>;
  /** A form is streamed: its files stay on the disk. */
  body: string | FormData | undefined;
  /** Also ends the read of the response. */
  signal: AbortSignal;
  /** Whether the request may be sent twice. */
  isRepeatable: boolean;
}

export interface ExchangeResponse {
  status: number;
  headers: Headers;
  /** Undefined if the body is larger than MAX_RESPONSE_BYTES. */
  text: string | undefined;
}

/** One for a new connection, and two for idle ones that the API has closed. */
const MOST_SENDS = 3;

/**
 * Sends a request and reads the response. Follows no redirect. A repeatable request is sent again if the API had closed
 * the idle connection that it was sent on.
 *
 * @throws TypeError if there is no response or it ends too early; the signal's reason
 */
export async function exchange(url: URL, request: ExchangeRequest): Promise<ExchangeResponse> {
  const response = await send(url, request, request.isRepeatable ? MOST_SENDS : 1);
  return { status: response.status, headers: response.headers, text: await readLimited(response.body) };
}

async function send(url: URL, request: ExchangeRequest, most: number): Promise<Response> {
  const { method, body, signal } = request;
  const headers = { ...request.headers, "User-Agent": "soria-web" };
  try {
    return await fetch(url, { method, headers, body: body ?? null, signal, redirect: "manual" });
  } catch (error) {
    if (most === 1 || !isClosedConnection(error)) throw error;
    return send(url, request, most - 1);
  }
}

/** Returns whether a request failed because its connection, which had served others, was closed. */
function isClosedConnection(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string; socket?: { bytesRead?: number } } };
  // On a new connection the API has closed it instead of responding.
  if (cause?.code === "UND_ERR_SOCKET") return (cause.socket?.bytesRead ?? 0) > 0;
  return cause?.code === "ECONNRESET" || cause?.code === "EPIPE";
}

/** Leaving the loop early closes the connection. */
async function readLimited(body: Response["body"]): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_RESPONSE_BYTES) return undefined;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
