import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { env } from "#server/config/env.server";
import { singleton } from "#server/runtime/singleton";

/** Histogram buckets in seconds, from a cached page to the API's longest timeout. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60];

/** Counts the sessions for `soria_sessions`. The store, a higher layer, sets it. */
export const sessionCount = singleton("session-count", (): { read?: () => Promise<number> } => ({}));

const refreshOutcomes = ["renewed", "restored", "rejected", "failed"] as const;

function makeMetrics() {
  const registry = new Registry();
  const registers = [registry];
  // Memory, CPU, event-loop delay and garbage collection of this process.
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "soria_request_seconds",
    help: "Requests of visitors, by method and status.",
    labelNames: ["method", "status"] as const,
    buckets,
    registers,
  });
  const apiCalls = new Histogram({
    name: "soria_api_call_seconds",
    help: "Calls of the product API and the order service, by call and outcome.",
    labelNames: ["call", "outcome"] as const,
    buckets,
    registers,
  });
  const apiWaits = new Counter({
    name: "soria_api_wait_seconds_total",
    help: "How long requests of visitors waited for at least one call of these: the rest of their time is the site's own.",
    registers,
  });
  const limited = new Counter({
    name: "soria_limited_total",
    help: "Requests and connections rejected by a limit, by limit (docs/operating.md#budgets).",
    labelNames: ["budget"] as const,
    registers,
  });
  for (const budget of limitNames) limited.inc({ budget }, 0);
  const inFlight = new Gauge({
    name: "soria_requests_in_flight",
    help: "Places that requests hold now, by budget (docs/operating.md#budgets).",
    labelNames: ["budget"] as const,
    registers,
  });
  const connections = new Gauge({
    name: "soria_connections",
    help: "Open connections of visitors and proxies.",
    registers,
  });
  const securityEvents = new Counter({
    name: "soria_security_events_total",
    help: "Lines of the security log, by event.",
    labelNames: ["event"] as const,
    registers,
  });
  const browserErrors = new Counter({
    name: "soria_browser_errors_total",
    help: "Errors that the site's scripts have reported from browsers, by kind.",
    labelNames: ["kind"] as const,
    registers,
  });
  new Gauge({
    name: "soria_sessions",
    help: "Sessions in the store; none while it does not answer.",
    registers,
    // Each worker counts the same store, so the values must not be added.
    aggregator: "max",
    async collect() {
      // Without a value the metric is missing; reset() would report 0 while the store is down.
      this.remove();
      const count = await sessionCount.read?.().catch(() => undefined);
      if (count !== undefined) this.set(count);
    },
  });
  const tokenRefreshes = new Counter({
    name: "soria_token_refreshes_total",
    help: "Refreshes of access tokens, by outcome.",
    labelNames: ["outcome"] as const,
    registers,
  });
  for (const outcome of refreshOutcomes) tokenRefreshes.inc({ outcome }, 0);
  return {
    registry,
    requests,
    apiCalls,
    apiWaits,
    limited,
    inFlight,
    connections,
    securityEvents,
    browserErrors,
    tokenRefreshes,
  };
}

/** Returns the metrics of this process; undefined when METRICS_PORT is unset. */
export const metrics = () =>
  env().metricsPort === undefined ? undefined : singleton("metrics", makeMetrics);

export function countRequest(method: string, status: number, ms: number): void {
  // Visitors can send any method, but label values must be bounded.
  const known = ["GET", "HEAD", "POST"].includes(method) ? method : "other";
  metrics()?.requests.observe({ method: known, status: String(status) }, ms / 1000);
}

/**
 * @param call method and path template from wire/calls.ts, which bounds the label values
 * @param outcome "ok", the kind of the ApiError, or "session" when the session ended the call
 */
export function countApiCall(call: string, outcome: string, ms: number): void {
  metrics()?.apiCalls.observe({ call, outcome }, ms / 1000);
}

export function countApiWait(ms: number): void {
  metrics()?.apiWaits.inc(ms / 1000);
}

export function countLimited(budget: LimitName): void {
  metrics()?.limited.inc({ budget });
}

/** @param kind one of a fixed set (http/browser-reports.ts) */
export function countBrowserError(kind: string): void {
  metrics()?.browserErrors.inc({ kind });
}

/** @param budget a key of `placeLimits` (http/budgets.ts) */
export function countPlaces(budget: string, change: 1 | -1): void {
  metrics()?.inFlight.inc({ budget }, change);
}

export function countConnections(change: 1 | -1): void {
  metrics()?.connections.inc(change);
}

export function countSecurityEvent(event: string): void {
  metrics()?.securityEvents.inc({ event });
}

export function countRefresh(outcome: (typeof refreshOutcomes)[number]): void {
  metrics()?.tokenRefreshes.inc({ outcome });
}

/** Places that count their refusals (http/places.ts). */
const places = ["open", "bodies", "uploads", "work"] as const;
const refusals = ["guests", "address", "network", "reserve", "members", "member"] as const;
const connections = ["connections", "connections-address", "connections-network"] as const;

const others = [
  "stalled",
  "pipelined",
  "fields",
  "waiting-files",
  "member-sessions",
  "csp-reports",
  "browser-errors",
  // Rate limits (limits/rate-limit.server.ts).
  "sign-in",
  "check-email",
  "request-code",
  "verify-code",
  "forgot-password",
  "reset-password",
  "change-password",
  "inquiry",
  "reply",
  "attachment",
] as const;

/** Value of the label `budget` of soria_limited_total: docs/operating.md#budgets, deploy/alerts.yaml. */
export type LimitName =
  | `${(typeof places)[number]}-${(typeof refusals)[number]}`
  | (typeof connections)[number]
  | `${(typeof connections)[number]}-idle`
  | (typeof others)[number];

/** All values of that label. Each series starts at 0, so that an alert sees its first increase. */
export const limitNames: readonly LimitName[] = [
  ...places.flatMap((place) => refusals.map((refusal) => `${place}-${refusal}` as const)),
  ...connections.flatMap((name) => [name, `${name}-idle` as const]),
  ...others,
];
