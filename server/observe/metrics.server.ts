import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { env } from "#server/config/env.server";

/** Values of the label `budget` of soria_limited_total. Each starts at 0, so that an alert sees its first increase. */
export const budgetNames = [
  "overload",
  "uploads",
  "fields",
  "waiting-files",
  "member-sessions",
  "guest-sessions",
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
  "calendar",
] as const;

export type BudgetName = (typeof budgetNames)[number];

/** Histogram buckets in seconds, from a cached page to the API's longest timeout. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60];

type MakeMetric = (registers: Registry[]) => unknown;

const definitions = new Map<string, MakeMetric>();
let current: ReturnType<typeof makeMetrics> | undefined;

/**
 * Defines a metric of another module; call it when that module is loaded. The first definition of a name wins: a hot
 * reload loads the module again.
 */
export function defineMetric(name: string, make: MakeMetric): void {
  if (definitions.has(name)) return;
  definitions.set(name, make);
  if (current) make([current.registry]);
}

let closedAreas: () => [area: string, isClosed: boolean][] = () => [];

/** Sets the function that soria_maintenance reads at each scrape. */
export function reportClosedAreas(closed: () => [area: string, isClosed: boolean][]): void {
  closedAreas = closed;
}

function makeMetrics() {
  const registry = new Registry();
  const registers = [registry];
  // Memory, CPU, event-loop delay and garbage collection of this process.
  collectDefaultMetrics({ register: registry });
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });

  new Gauge({
    name: "soria_maintenance",
    help: "1 while an area is closed for maintenance.",
    labelNames: ["area"],
    registers,
    collect() {
      for (const [area, isClosed] of closedAreas()) this.set({ area }, isClosed ? 1 : 0);
    },
  });
  for (const make of definitions.values()) make(registers);
  const limited = counter(
    "soria_limited_total",
    "Requests and connections rejected by a limit, by limit (docs/limits.md).",
    "budget",
  );
  for (const budget of budgetNames) limited.inc({ budget }, 0);
  return {
    registry,
    limited,
    requests: histogram(
      "soria_request_seconds",
      "Requests of visitors, by method and status.",
      "method",
      "status",
    ),
    apiCalls: histogram(
      "soria_api_call_seconds",
      "Calls of the product API and the order service, by call and outcome.",
      "call",
      "outcome",
    ),
    apiWaits: counter(
      "soria_api_wait_seconds_total",
      "How long requests of visitors waited for at least one call of these: the rest of their time is the site's own.",
    ),
    securityEvents: counter("soria_security_events_total", "Lines of the security log, by event.", "event"),
    browserErrors: counter(
      "soria_browser_errors_total",
      "Errors that the site's scripts have reported from browsers, by kind.",
      "kind",
    ),
  };
}

/** Returns the metrics of this process; undefined when METRICS_PORT is unset. */
export const metrics = () => (env().metricsPort === undefined ? undefined : (current ??= makeMetrics()));

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

export const countApiWait = (ms: number) => metrics()?.apiWaits.inc(ms / 1000);

export const countLimited = (budget: BudgetName) => metrics()?.limited.inc({ budget });

/** @param kind one of a fixed set (http/browser-reports.ts) */
export const countBrowserError = (kind: string) => metrics()?.browserErrors.inc({ kind });

export const countSecurityEvent = (event: string) => metrics()?.securityEvents.inc({ event });
