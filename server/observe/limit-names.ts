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
