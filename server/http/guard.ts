import type { IncomingHttpHeaders } from "node:http";
import { reportPath } from "#server/web/content-security-policy.server";

/** Head of a request, with its target as sent, for example `/news?page=2`. `headers` contains only the first Host. */
interface RequestHead {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  rawHeaders?: readonly string[];
}

export interface GuardRules {
  /** SITE_URL: the only accepted origin. Undefined: localhost, 127.0.0.1 and [::1] on any port. */
  siteUrl?: string | undefined;
  /** Whether a listed proxy (TRUST_PROXY) sent the request, and set X-Forwarded-Host and X-Forwarded-Proto. */
  forwarded: boolean;
  /** Maximum of path segments; by default 12. */
  maxSegments?: number;
}

export type RefusalStatus = 400 | 403 | 405 | 408 | 413 | 414 | 415 | 421 | 503;

/** Status of a refused request, and the reason for the log (never shown to the visitor). */
export interface Refusal {
  status: RefusalStatus;
  reason: string;
}

/** Maximum length of a request target in characters. */
const MAX_URL_LENGTH = 2048;

export { reportPath };
/** The site's scripts send their errors here. */
export const errorReportPath = "/browser-error";
/** Accepts every Host: load balancers call it by IP address, and the response contains nothing from the request. */
export const healthPath = "/healthz";

const KILOBYTE = 1024;
const SMALL_BODY = 64 * KILOBYTE;
/** A form with its attachment: 5 MB of file, and room for the other fields. */
const LARGE_BODY = 6 * KILOBYTE * KILOBYTE;
const uploads = /^\/support\/(?:inquiry(?:\/attachment)?|(?:inquiries|requests)\/[^/]+)$/;

const typeOf = (contentType: string | undefined) => contentType?.split(";")[0]?.trim().toLowerCase();

/** Resolves a request target's path as the router does: `/a/%2e%2e/b` becomes `/b`. */
function resolvedPath(url: string): string {
  const address = `http://localhost${url}`;
  return URL.canParse(address) ? new URL(address).pathname : pathnameOf(url);
}

/** Returns whether a POST is a form with an attachment. All other bodies are text and fit the small limit. */
export const isUpload = (url: string, contentType: string | undefined) =>
  typeOf(contentType) === "multipart/form-data" && uploads.test(resolvedPath(url));

export function bodyLimit(url: string, contentType?: string): number {
  if ([reportPath, errorReportPath].includes(resolvedPath(url))) return 16 * KILOBYTE;
  return isUpload(url, contentType) ? LARGE_BODY : SMALL_BODY;
}

export const pathnameOf = (url: string) => url.replace(/[?#].*/, "");

/** Returns the origin that the browser shows; undefined when its host is missing, malformed or not the site's. */
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
 * Checks a request's head, cheapest check first. Remix's own origin check covers only POSTs to documents, and compares
 * with headers that a visitor can set.
 */
export function refusalOf(
  { method, url, headers, rawHeaders = [] }: RequestHead,
  rules: GuardRules,
): Refusal | undefined {
  // A proxy may have used another Host header than Node does (RFC 9112 §3.2).
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host");
  if (hosts.length > 1) return { status: 400, reason: "two Host headers" };
  const pathname = pathnameOf(url);
  const own = siteOrigin(headers, rules);
  const isRead = method === "GET" || method === "HEAD";
  if (!own && !(isRead && pathname === healthPath)) {
    const reason = `Host ${quote(headers.host)} is not answered; SITE_URL names the one that is`;
    return { status: 421, reason };
  }
  if (url.length > MAX_URL_LENGTH) return { status: 414, reason: `address of ${url.length} characters` };
  const { maxSegments = 12 } = rules;
  if (pathname.split("/").filter(Boolean).length > maxSegments) {
    return { status: 414, reason: `address of more than ${maxSegments} segments` };
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
  // Browsers send CSP reports themselves, some without Origin. Reports change nothing, so skip the origin check.
  if (!isReport) {
    // A page with `no-referrer` sends the origin "null"; then only Sec-Fetch-Site tells whose form it is.
    const isOwnNull = headers.origin === "null" && headers["sec-fetch-site"] === "same-origin";
    if (headers.origin !== own && !isOwnNull)
      return { status: 403, reason: `POST from origin ${quote(headers.origin)}` };
    const site = firstOf(headers["sec-fetch-site"]);
    if (site === "cross-site" || site === "same-site") return { status: 403, reason: `${site} POST` };
  }

  const length = headers["content-length"];
  const isEmpty = headers["transfer-encoding"] === undefined && (length === undefined || length === "0");
  const type = typeOf(headers["content-type"]);
  const types = isReport
    ? ["application/csp-report", "application/reports+json", "application/json"]
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

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

/** Returns the first value of a header that proxies append to. */
function firstOf(header: string | string[] | undefined): string | undefined {
  const [first = ""] = String(header ?? "").split(",");
  return first.trim() || undefined;
}

/** Returns a visitor's value, quoted and shortened for a log line. */
function quote(value: string | undefined): string {
  return value === undefined ? "(none)" : JSON.stringify(value.slice(0, 100));
}
