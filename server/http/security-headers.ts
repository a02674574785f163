import type { RequestHandler } from "express";
import helmet from "helmet";
import type { Env } from "#server/config/env.server";
import { contentSecurityPolicy, reportingEndpoints } from "#server/web/content-security-policy.server";

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
    res.setHeader("Reporting-Endpoints", reportingEndpoints);
    res.setHeader("Permissions-Policy", permissionsPolicy);
    fixedHeaders(req, res, next);
  };
}
