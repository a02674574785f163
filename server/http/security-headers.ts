import type { RequestHandler, Response } from "express";
import helmet from "helmet";
import { randomBytes } from "node:crypto";
import type { Env } from "#server/config/env.server";
import { isLoopback } from "#server/config/loopback";
import { reportPath } from "./guard";

type PolicyEnv = Pick<
  Env,
  | "apiBaseUrl"
  | "sandboxOrigin"
  | "siteUrl"
  | "stripeJsUrl"
  | "toolsVideoUrl"
  | "promoVideoUrl"
  | "usesSandbox"
>;

/**
 * The content security policy of every response.
 *
 * @param scripts the nonce or the hashes of the page's inline scripts; `'strict-dynamic'` lets these load further
 * scripts (Stripe's), so no host of scripts is listed
 * @param development opens the connections that hot reload needs
 */
export function contentSecurityPolicy(env: PolicyEnv, scripts: string, development = false): string {
  const isHttps = env.siteUrl?.startsWith("https:") ?? false;
  const isPublic = env.siteUrl !== undefined && !isLoopback(env.siteUrl);
  // A visitor's localhost is another machine than ours: a public site leaves it out, unless the sandbox was chosen.
  const originsOf = (...urls: (string | undefined)[]) =>
    urls.flatMap((url) =>
      url && (env.usesSandbox || !isPublic || !isLoopback(url)) ? [new URL(url).origin] : [],
    );
  const cardStandIn = originsOf(env.stripeJsUrl);
  // Pictures and attachments live where the API says: any https host, and the API's own, which may be http.
  const apiOrigins = originsOf(env.usesSandbox ? env.sandboxOrigin : env.apiBaseUrl);
  const videos = originsOf(env.toolsVideoUrl, env.promoVideoUrl);
  const stripeFrames = ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"];

  const directives: Record<string, string[]> = {
    // Firefox asks this one about what is fetched ahead; everything else that would is named below.
    "default-src": ["'self'"],
    "script-src": [scripts, "'strict-dynamic'"],
    // React's style attributes, and the sheets that Stripe adds.
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:", "https:", ...apiOrigins],
    "font-src": ["'self'"],
    "media-src": ["'self'", ...videos],
    "connect-src": ["'self'", "https://api.stripe.com", ...cardStandIn, ...(development ? ["ws:"] : [])],
    "frame-src": [...stripeFrames, ...cardStandIn, ...videos],
    "manifest-src": ["'self'"],
    "worker-src": ["'none'"],
    "object-src": ["'none'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
    ...(isHttps ? { "upgrade-insecure-requests": [] } : {}),
    // report-uri alone: browsers that see report-to hold reports back for minutes.
    "report-uri": [reportPath],
  };
  return Object.entries(directives)
    .map(([name, values]) => [name, ...new Set(values)].join(" "))
    .join("; ");
}

/**
 * What pages do without of the browser. Payment is left to the site and to its provider's frames, for wallets; what is not named keeps the
 * browser's default, so the video may fill the screen.
 */
const permissionsPolicy = [
  "accelerometer=()",
  "browsing-topics=()",
  "camera=()",
  "display-capture=()",
  "geolocation=()",
  "gyroscope=()",
  "magnetometer=()",
  "microphone=()",
  "midi=()",
  'payment=(self "https://js.stripe.com" "https://pay.google.com")',
  "usb=()",
  "xr-spatial-tracking=()",
].join(", ");

const SCRIPTS_HERE = "scripts-go-here";
const POLICY = "Content-Security-Policy";

/**
 * Trusts the inline scripts of a page by their hashes, in place of the response's nonce.
 *
 * @param scripts their sources, as they stand in `script-src`
 */
export function trustScripts(res: Response, scripts: string): void {
  const policy = String(res.getHeader(POLICY));
  res.setHeader(POLICY, policy.replace(`'nonce-${String(res.locals["cspNonce"])}'`, scripts));
}

/** Sets the security headers of every response, and `res.locals.cspNonce` for the page. */
export function securityHeaders(env: PolicyEnv, development = false): RequestHandler {
  const isHttps = env.siteUrl?.startsWith("https:") ?? false;
  const fixedHeaders = helmet({
    contentSecurityPolicy: false,
    // A bank or a wallet may answer from a window of its own, which the page has opened.
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    // `no-referrer` would make every form post send `Origin: null`, which the guard refuses.
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: isHttps ? { maxAge: 63_072_000, includeSubDomains: false } : false,
    xFrameOptions: { action: "deny" },
  });
  // Put together once: only the nonce differs from response to response.
  const [before = "", after = ""] = contentSecurityPolicy(env, SCRIPTS_HERE, development).split(SCRIPTS_HERE);
  return (req, res, next) => {
    const nonce = randomBytes(16).toString("base64");
    res.locals["cspNonce"] = nonce;
    res.setHeader(POLICY, `${before}'nonce-${nonce}'${after}`);
    res.setHeader("Permissions-Policy", permissionsPolicy);
    fixedHeaders(req, res, next);
  };
}
