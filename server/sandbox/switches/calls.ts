/** Recorded calls (GET /__calls), their bodies, and their repetition. */
import { randomUUID } from "node:crypto";
import { memberById } from "../members";
import type { Services } from "../services";
import { startSession } from "../tokens";

/** One recorded request, without tokens or secrets. */
export interface CallEntry {
  /** Sequence number since the start of the sandbox, from 1. */
  id: number;
  at: string;
  method: string;
  path: string;
  /** The query string, only for the two APIs, whose queries have no secrets. */
  query: string;
  status: number;
  ms: number;
  member?: string | undefined;
  requestId?: string | undefined;
  /** W3C trace context that the site sent; undefined while its traces are off. */
  traceparent?: string | undefined;
  /** Masked JSON of the body, or the text fields and file names of a form. Kept for the last 500 requests. */
  requestBody?: string | undefined;
  /** Masked JSON of the response, including changes by a content set or a rule without `mode`. */
  responseBody?: string | undefined;
  idempotencyKey?: string | undefined;
  /** The request was multipart, so only its field texts are kept. */
  isForm?: boolean | undefined;
}

const KEPT = 2000;
const KEPT_BODIES = 500;

/** Limit of counted calls: paths have ids, so a long run would add new ones without end. */
const MOST_COUNTS = 5_000;

function count(counts: Record<string, number>, { method, path }: CallEntry): void {
  const call = `${method} ${path}`;
  if (call in counts || Object.keys(counts).length < MOST_COUNTS) counts[call] = (counts[call] ?? 0) + 1;
}

/** Records the last 2000 calls, and counts all calls since the last clear. */
export class CallLog {
  private entries: CallEntry[] = [];
  private lastId = 0;
  private counts: Record<string, number> = {};

  add(call: Omit<CallEntry, "id">): CallEntry {
    const entry = { id: ++this.lastId, ...call };
    this.entries.push(entry);
    if (this.entries.length > KEPT) this.entries.shift();
    const old = this.entries.at(-KEPT_BODIES - 1);
    delete old?.requestBody;
    delete old?.responseBody;
    count(this.counts, entry);
    return entry;
  }

  /** Returns a call by id; undefined when it is not among the last 2000. */
  one(id: number): CallEntry | undefined {
    return this.entries.find((entry) => entry.id === id);
  }

  /** Returns the last call with this X-Request-Id. */
  ofRequest(requestId: string | null): CallEntry | undefined {
    return this.entries.findLast((entry) => entry.requestId === requestId);
  }

  clear(): void {
    this.entries = [];
    this.counts = {};
  }

  read(member?: string) {
    if (member === undefined) return { counts: this.counts, calls: this.entries };
    const calls = this.entries.filter((entry) => entry.member === member);
    const counts: Record<string, number> = {};
    for (const call of calls) count(counts, call);
    return { counts, calls };
  }
}

const KEPT_CHARACTERS = 16_384;
/** Maximum size of a JSON request in both APIs, in bytes. */
const LONGEST_REQUEST_BYTES = 64 * 1024;

const SECRETS =
  /^(?:password|oldPassword|newPassword|token|accessToken|refreshToken|ecAccessToken|authCode|signature|clientSecret|fileUrl)$/;

const isJson = (headers: Headers) => /\bjson\b/.test(headers.get("content-type") ?? "");

/** Returns the text of a JSON request without consuming it; undefined for other, too long or incomplete bodies. */
export async function requestText(request: Request): Promise<string | undefined> {
  if (request.method === "GET" || !isJson(request.headers)) return undefined;
  const length = request.headers.get("content-length");
  const isLong = length === null ? request.headers.has("transfer-encoding") : +length > LONGEST_REQUEST_BYTES;
  if (isLong) return undefined;
  const whole = request.clone();
  // The client disconnected while sending.
  return whole.text().catch(() => undefined);
}

/** Returns a JSON response that can still be read, and its text. Other responses are returned unchanged. */
export async function responseText(response: Response): Promise<[response: Response, text?: string]> {
  if (response.body === null || !isJson(response.headers)) return [response];
  const text = await response.text();
  return [new Response(text, response), text];
}

/** Masks secrets in a JSON body with `***` and cuts it to 16,384 characters; a cut body ends with "…". */
export function maskedBody(text: string): string {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return `(no JSON, ${text.length} characters)`;
  }
  const masked = JSON.stringify(body, function mask(this: Record<string, unknown>, name, value: unknown) {
    // Masks the wallet's signed message, but not the message of an envelope or an inquiry.
    const isSigned = name === "message" && "signature" in this;
    return (SECRETS.test(name) || isSigned) && typeof value === "string" ? "***" : value;
  });
  return masked.length > KEPT_CHARACTERS ? `${masked.slice(0, KEPT_CHARACTERS)}…` : masked;
}

/**
 * Builds the request of a recorded call again: same path, query, body and Idempotency-Key, for the same member in a
 * new session. A new X-Request-Id identifies it. Returns a string when the call cannot be repeated.
 */
export async function replayRequest(
  services: Services,
  { method, path, query, member, requestBody, idempotencyKey, isForm }: CallEntry,
): Promise<Request | string> {
  if (!/^\/(?:api|order-service)\//.test(path)) return "NO_API_CALL";
  // A password, a token or a code, which the record masks.
  if (requestBody?.includes('"***"')) return "SECRETS_NOT_KEPT";
  // A body is missing when it was too long, or is too old.
  const isMissing = !requestBody && ["POST", "PATCH"].includes(method);
  if (isForm || isMissing || /^\(no JSON|…$/.test(requestBody ?? "")) return "BODY_NOT_KEPT";
  const headers = new Headers({ "X-Request-Id": `replay-${randomUUID()}` });
  if (requestBody) headers.set("Content-Type", "application/json");
  if (idempotencyKey !== undefined) headers.set("Idempotency-Key", idempotencyKey);
  if (member !== undefined) {
    const found = await memberById(services.db, member);
    if (!found) return "MEMBER_IS_GONE";
    const { accessToken, refreshToken, ecAccessToken } = await startSession(services, found);
    const ofApi = path.startsWith("/api/auth/refresh/") ? refreshToken : accessToken;
    headers.set("Authorization", `Bearer ${path.startsWith("/order-service/") ? ecAccessToken : ofApi}`);
  }
  const signal = AbortSignal.timeout(10_000);
  return new Request(services.origin + path + query, { method, headers, signal, body: requestBody || null });
}
