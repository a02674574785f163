import type { IncomingHttpHeaders } from "node:http";

/** What the guard looks at: the head of a request, before any of its body is read. */
export interface RequestHead {
  method: string;
  /** The request target as it was sent, e.g. `/news?page=2`. */
  url: string;
  headers: IncomingHttpHeaders;
  /** Names and values in turn, as they came: `headers` has only the first Host. */
  rawHeaders?: readonly string[];
}

export interface GuardRules {
  /** SITE_URL: the only origin that is answered. Undefined: localhost, 127.0.0.1 and [::1] on any port. */
  siteUrl?: string | undefined;
  /** Whether X-Forwarded-Host and X-Forwarded-Proto come from a proxy that is believed (TRUST_PROXY). */
  forwarded: boolean;
  /** Addresses longer than this many characters, or deeper than this many segments, are refused. */
  maxUrlLength: number;
  maxSegments: number;
}

export type RefusalStatus = 400 | 403 | 405 | 408 | 413 | 414 | 415 | 421 | 503;

/** Why a request is not answered: the status, and a line for the log (never shown to the visitor). */
export interface Refusal {
  status: RefusalStatus;
  reason: string;
}

export const defaultRules = { maxUrlLength: 2048, maxSegments: 12 };

/** Where browsers send violations of the content security policy. */
export const reportPath = "/csp-report";
/** Where the site's scripts send their errors. */
export const errorReportPath = "/browser-error";
/** Answered to every Host: a load balancer asks by address, and the answer holds nothing of the request. */
export const healthPath = "/healthz";

const KILOBYTE = 1024;
const SMALL_BODY = 64 * KILOBYTE;
/** A form with its attachment: 5 MB of file, and room for the other fields. */
const LARGE_BODY = 6 * KILOBYTE * KILOBYTE;
/** The forms with an attachment, at each of their addresses. */
const uploads = /^\/support\/(?:inquiry(?:\/attachment)?|(?:inquiries|requests)\/[^/]+)$/;

const typeOf = (contentType: string | undefined) => contentType?.split(";")[0]?.trim().toLowerCase();

/** The address that a request target comes to: `/a/%2e%2e/b` is `/b`, as it is for the route that gets it. */
function resolvedPath(url: string): string {
  const address = `http://localhost${url}`;
  return URL.canParse(address) ? new URL(address).pathname : pathnameOf(url);
}

/** Whether a POST is a form with an attachment. Everything else is text, which fits into the small limit. */
export function isUpload(url: string, contentType: string | undefined): boolean {
  return typeOf(contentType) === "multipart/form-data" && uploads.test(resolvedPath(url));
}

/**
 * The largest body, in bytes, that an address takes of a type.
 *
 * @param url a request target
 */
export function bodyLimit(url: string, contentType?: string): number {
  if ([reportPath, errorReportPath].includes(resolvedPath(url))) return 16 * KILOBYTE;
  return isUpload(url, contentType) ? LARGE_BODY : SMALL_BODY;
}

/** The path of a request target, without its query. */
export function pathnameOf(url: string): string {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}

/**
 * The origin that a visitor's browser has in its address bar: SITE_URL, or else what the Host header says.
 *
 * @returns undefined when the Host is missing, malformed or none of the site's
 */
export function siteOrigin(headers: IncomingHttpHeaders, rules: GuardRules): string | undefined {
  const forwardedHost = rules.forwarded ? firstOf(headers["x-forwarded-host"]) : undefined;
  const host = forwardedHost ?? headers.host ?? "";
  if (!/^(?:\[[\da-f:]+\]|[a-z\d._-]+)(?::\d{1,5})?$/i.test(host)) return undefined;
  const forwardedProtocol = rules.forwarded ? firstOf(headers["x-forwarded-proto"]) : undefined;
  const protocol = rules.siteUrl?.split("//")[0] ?? (forwardedProtocol === "https" ? "https:" : "http:");
  const address = `${protocol}//${host}`;
  if (!URL.canParse(address)) return undefined;
  const { origin, hostname } = new URL(address);
  if (rules.siteUrl) return origin === rules.siteUrl ? origin : undefined;
  return ["localhost", "127.0.0.1", "[::1]"].includes(hostname) ? origin : undefined;
}

/**
 * The guard: says what is wrong with a request that must not reach Remix, cheapest question first.
 *
 * Remix's own check of the origin is not enough: it looks at POSTs to documents only, and compares with headers
 * that a visitor can send.
 *
 * @returns undefined for a request that may go on (its body is measured later, while it is read)
 */
export function refusalOf(
  { method, url, headers, rawHeaders = [] }: RequestHead,
  rules: GuardRules,
): Refusal | undefined {
  // A proxy may have looked at another Host than Node does (RFC 9112 §3.2).
  if (hostCount(rawHeaders) > 1) return { status: 400, reason: "two Host headers" };
  const pathname = pathnameOf(url);
  const own = siteOrigin(headers, rules);
  if (!own && pathname !== healthPath) {
    return {
      status: 421,
      reason: `Host ${quote(headers.host)} is not answered; SITE_URL names the one that is`,
    };
  }
  if (url.length > rules.maxUrlLength) return { status: 414, reason: `address of ${url.length} characters` };
  if (pathname.split("/").filter(Boolean).length > rules.maxSegments) {
    return { status: 414, reason: `address of more than ${rules.maxSegments} segments` };
  }
  if (!["GET", "HEAD", "POST"].includes(method)) return { status: 405, reason: `method ${quote(method)}` };
  if (!url.startsWith("/") || !isDecodable(pathname)) return { status: 400, reason: "malformed address" };
  return method === "POST" ? refusalOfPost(url, headers, own) : undefined;
}

function refusalOfPost(
  url: string,
  headers: IncomingHttpHeaders,
  own: string | undefined,
): Refusal | undefined {
  const isReport = pathnameOf(url) === reportPath;
  // Reports are sent by the browser itself, some without an origin; they change nothing.
  if (!isReport) {
    if (headers.origin !== own) return { status: 403, reason: `POST from origin ${quote(headers.origin)}` };
    const site = firstOf(headers["sec-fetch-site"]);
    if (site === "cross-site" || site === "same-site") return { status: 403, reason: `${site} POST` };
  }

  const length = headers["content-length"];
  const isEmpty = headers["transfer-encoding"] === undefined && (length === undefined || length === "0");
  const type = typeOf(headers["content-type"]);
  const types = isReport
    ? ["application/csp-report", "application/json"]
    : pathnameOf(url) === errorReportPath
      ? ["application/json"]
      : ["application/x-www-form-urlencoded", ...(isUpload(url, type) ? ["multipart/form-data"] : [])];
  if (type === undefined ? !isEmpty : !types.includes(type)) {
    return { status: 415, reason: `content type ${quote(type)}` };
  }
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") {
    return { status: 415, reason: `content encoding ${quote(encoding)}` };
  }

  const limit = bodyLimit(url, type);
  if (length !== undefined && !(Number(length) <= limit)) {
    return { status: 413, reason: `body of ${length} bytes; ${limit} are allowed` };
  }
  return undefined;
}

function hostCount(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === "host")
    .length;
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

/** The first value of a header that proxies append to. */
function firstOf(header: string | string[] | undefined): string | undefined {
  const value = Array.isArray(header) ? header[0] : header;
  return value?.split(",")[0]?.trim() || undefined;
}

/** A value of a visitor's as it may stand in a log line. */
function quote(value: string | undefined): string {
  return value === undefined ? "(none)" : JSON.stringify(value.slice(0, 100));
}
