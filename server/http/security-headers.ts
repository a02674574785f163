import type { RequestHandler } from "express";
import helmet from "helmet";
import { type Env, isLoopback } from "#server/config/env.server";
import { reportPath } from "./guard";

/**
 * @param scripts hashes of the page's inline scripts, which may load more scripts (`'strict-dynamic'`); undefined in
 *   development, where Vite's inline scripts and the WebSocket of hot reload are allowed
 */
export function contentSecurityPolicy(env: Env, scripts: string | undefined): string {
  const development = scripts === undefined;
  const isHttps = env.siteUrl?.startsWith("https:") ?? false;
  const isPublic = env.siteUrl !== undefined && !isLoopback(env.siteUrl);
  // A public site omits loopback origins, which would be the visitor's own machine, unless the sandbox is configured.
  const originsOf = (...urls: (string | undefined)[]) =>
    urls.flatMap((url) =>
      url && (env.usesSandbox || !isPublic || !isLoopback(url)) ? [new URL(url).origin] : [],
    );
  const cardStandIn = originsOf(env.stripeJsUrl);
  // The API stores pictures and attachments on any https host, or on its own origin, which may be http.
  const apiOrigins = originsOf(env.usesSandbox ? env.sandboxOrigin : env.apiBaseUrl);
  const videos = originsOf(env.toolsVideoUrl, env.promoVideoUrl);
  const stripeFrames = ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"];

  const directives: Record<string, string[]> = {
    // Firefox applies default-src to prefetches. All other fetches have their own directive.
    "default-src": ["'self'"],
    "script-src": development ? ["'self'", "'unsafe-inline'"] : [scripts, "'strict-dynamic'"],
    // For React's style attributes, and style sheets that Stripe adds.
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
    // Only report-uri: browsers that support report-to delay reports for minutes.
    "report-uri": [reportPath],
  };
  return Object.entries(directives)
    .map(([name, values]) => [name, ...new Set(values)].join(" "))
    .join("; ");
}

/**
 * Browser features that pages do not use, and payment, which the provider's frames use for wallets. Features that are
 * not listed keep the browser's default, so a video can go full screen.
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

/**
 * Sets the security headers of every response. Responses without scripts of their own (files, errors of the front) get
 * a policy without scripts; entry.server sets the one of a document.
 */
export function securityHeaders(env: Env): RequestHandler {
  const isHttps = env.siteUrl?.startsWith("https:") ?? false;
  const fixedHeaders = helmet({
    contentSecurityPolicy: false,
    // A bank or a wallet may respond from a popup that the page opened.
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    // With `no-referrer` every form post would send `Origin: null`, which the guard refuses.
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: isHttps ? { maxAge: 63_072_000, includeSubDomains: false } : false,
    xFrameOptions: { action: "deny" },
  });
  const policy = contentSecurityPolicy(env, "'none'").replace(" 'strict-dynamic'", "");
  return (req, res, next) => {
    res.setHeader("Content-Security-Policy", policy);
    res.setHeader("Permissions-Policy", permissionsPolicy);
    fixedHeaders(req, res, next);
  };
}
