import { type Env, isLoopback } from "#server/config/env.server";

/** Browsers send violations of the content security policy here. */
export const reportPath = "/csp-report";
const REPORT_GROUP = "csp";

/** Value of Reporting-Endpoints: the URL of the group that the policy names (Reporting API, section 3.3). */
export const reportingEndpoints = `${REPORT_GROUP}="${reportPath}"`;

/**
 * @param scripts hashes of the page's inline scripts, which may load more scripts (`'strict-dynamic'`); undefined in
 *   development, where Vite's inline scripts and the WebSocket of hot reload are allowed
 */
export function contentSecurityPolicy(env: Env, scripts: string | undefined): string {
  const development = scripts === undefined;
  const isHttps = env.siteUrl?.startsWith("https:") ?? false;
  const hasPublicUrl = env.siteUrl !== undefined && !isLoopback(env.siteUrl);
  // A public site omits loopback origins, which would be the visitor's own machine, unless the sandbox is configured.
  const originsOf = (...urls: (string | undefined)[]) =>
    urls.flatMap((url) =>
      url && (env.usesSandbox || !hasPublicUrl || !isLoopback(url)) ? [new URL(url).origin] : [],
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
    // A browser that supports report-to ignores report-uri, and sends its reports within minutes.
    "report-uri": [reportPath],
    "report-to": [REPORT_GROUP],
  };
  return Object.entries(directives)
    .map(([name, values]) => [name, ...new Set(values)].join(" "))
    .join("; ");
}
