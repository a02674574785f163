/** Generates the table of docs/operating.md and the rules of deploy/alerts.yaml from the limits of the HTTP front. */
import {
  connectionLimits,
  MOST_PIPELINED,
  NOT_READY_AFTER_MS,
  type Pace,
  paces,
  placeLimits,
  type PlaceName,
  serverOptions,
  STALLED_MS,
  UNREAD_MS,
} from "#server/http/budgets";
import { type RecordLimit, recordLimits } from "#server/store/record-limits";
import { type LimitName, limitNames } from "#server/observe/metrics.server";

interface BudgetRow {
  what: string;
  limit: string;
  where: string;
  past: string;
  names: LimitName[];
  /** Another metric that counts it. */
  metric?: string;
}

interface Alert {
  alert: string;
  names: readonly LimitName[];
  /** Threshold: number of occurrences in five minutes. */
  above: number;
  severity: "page" | "ticket";
  summary: string;
}

const number = (value: number) => value.toLocaleString("en");
const seconds = (ms: number) => `${ms / 1_000} s`;
const RETRY = "503 with Retry-After";

function placesText({ shared, members }: (typeof placeLimits)[PlaceName]): string {
  const { address, network } = shared.most;
  return (
    `${number(shared.all)}: at most ${address} per address or /56, ${network} per /48, the last ${shared.reserve} for ` +
    `visitors without one. ${number(members.all)} more for members: at most ${members.most.member} per member, the last ` +
    `${members.reserve} for members without one`
  );
}

function paceText({ graceMs, bytesPerSecond, deadlineMs }: Pace): string {
  return `${seconds(deadlineMs)}; after ${seconds(graceMs)}, ${number(bytesPerSecond)} bytes a second on average`;
}

const placeNames = (name: PlaceName) => limitNames.filter((one) => one.startsWith(`${name}-`));
const late = `closed at most ${seconds(serverOptions.connectionsCheckingInterval)} later`;

export const budgetRows: BudgetRow[] = [
  {
    what: "a connection",
    limit:
      `${number(connectionLimits.all)}; without a proxy ${connectionLimits.perAddress} per address or /56, ` +
      `${connectionLimits.perNetwork} per /48; ${connectionLimits.health} more for health checks`,
    where: "`server/http/connection-table.ts`",
    past: "the longest idle one is closed (`-idle`); if all have a request, the new one",
    names: limitNames.filter((name) => name.startsWith("connections")),
    metric: "`soria_connections`",
  },
  {
    what: "a connection whose client does not read",
    limit: `${seconds(STALLED_MS)} without progress; after ${seconds(UNREAD_MS)} its place for work is released`,
    where: "`server/http/connections.ts`, `server/http/send.ts`",
    past: "closed",
    names: ["stalled"],
  },
  {
    what: "a request whose headers do not arrive",
    limit: seconds(serverOptions.headersTimeout),
    where: "`server/compose/http-server.ts`",
    past: `408, ${late}`,
    names: [],
  },
  {
    what: "a request whose small body (64 kB) does not arrive",
    limit: paceText(paces.bodies),
    where: "`server/http/body-limit.ts`",
    past: "408, closed",
    names: [],
    metric: '`soria_request_seconds{status="408"}`',
  },
  {
    what: "a form with an attachment that does not arrive",
    limit: paceText(paces.uploads),
    where: "`server/http/body-limit.ts`",
    past: "408, closed",
    names: [],
    metric: '`soria_request_seconds{status="408"}`',
  },
  {
    what: "requests ahead of the response (pipelining)",
    limit: `one in progress, ${MOST_PIPELINED} queued`,
    where: "`server/http/connections.ts`",
    past: "503, closed",
    names: ["pipelined"],
  },
  {
    what: "an open request behind a proxy, except health checks",
    limit: placesText(placeLimits.open),
    where: "`server/http/places.ts`",
    past: RETRY,
    names: placeNames("open"),
    metric: '`soria_requests_in_flight{budget="open"}`',
  },
  {
    what: "a small body that is being received",
    limit: placesText(placeLimits.bodies),
    where: "`server/http/body-limit.ts`",
    past: RETRY,
    names: placeNames("bodies"),
    metric: '`soria_requests_in_flight{budget="bodies"}`',
  },
  {
    what: "a form with an attachment, from its headers to its response",
    limit: placesText(placeLimits.uploads),
    where: "`server/http/remix-handler.ts`",
    past: RETRY,
    names: placeNames("uploads"),
    metric: '`soria_requests_in_flight{budget="uploads"}`',
  },
  {
    what: "a request in progress (not cached pages, files, health checks)",
    limit: placesText(placeLimits.work),
    where: "`server/http/remix-handler.ts`",
    past: RETRY,
    names: placeNames("work"),
    metric: '`soria_requests_in_flight{budget="work"}`',
  },
];

function placeAlerts(name: PlaceName, what: string): Alert[] {
  const Name = name[0]?.toUpperCase() + name.slice(1);
  const isShared = (one: LimitName) => one === `${name}-guests` || one === `${name}-members`;
  const all = placeNames(name);
  return [
    {
      alert: `Soria${Name}Full`,
      names: all.filter(isShared),
      above: 0,
      severity: "page",
      summary: `Visitors are refused: all places for ${what} are taken.`,
    },
    {
      alert: `Soria${Name}Held`,
      names: all.filter((one) => !isShared(one)),
      above: 100,
      severity: "ticket",
      summary: `An address, network or member asks for more places for ${what} than it gets.`,
    },
  ];
}

const rateLimited = limitNames.slice(limitNames.indexOf("sign-in"));
export const alerts: Alert[] = [
  {
    alert: "SoriaConnectionsFull",
    names: ["connections"],
    above: 0,
    severity: "page",
    summary: "Connections are refused: all of them have a request.",
  },
  {
    alert: "SoriaConnectionsHeld",
    names: limitNames.filter((name) => name.startsWith("connections-")),
    above: 100,
    severity: "ticket",
    summary: "Idle connections are closed for new ones, or an address has too many with a request.",
  },
  ...placeAlerts("open", "open requests"),
  ...placeAlerts("bodies", "bodies that are being read"),
  ...placeAlerts("uploads", "forms with an attachment"),
  ...placeAlerts("work", "work"),
  {
    alert: "SoriaSlowReaders",
    names: ["stalled", "pipelined"],
    above: 100,
    severity: "ticket",
    summary: "Clients do not read their responses, or send requests ahead.",
  },
  {
    alert: "SoriaBodiesRefused",
    names: ["fields"],
    above: 100,
    severity: "ticket",
    summary: "Forms with more fields than any form of the site has.",
  },
  {
    alert: "SoriaStorageFull",
    names: ["waiting-files", "member-sessions", "guest-sessions"],
    above: 100,
    severity: "ticket",
    summary: "Pending attachments, a member's or guests' sessions are evicted by newer ones.",
  },
  {
    alert: "SoriaReportsDropped",
    names: ["csp-reports", "browser-errors"],
    above: 0,
    severity: "ticket",
    summary: "More reports of browsers than are logged: a release may be broken, or somebody sends them.",
  },
  {
    alert: "SoriaRateLimited",
    names: rateLimited,
    above: 500,
    severity: "ticket",
    summary: "Many attempts beyond the rate limits: somebody may be guessing.",
  },
];

/** Returns a table, padded as the formatter does. */
function tableOf(rows: string[][]): string {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  const line = (cells: string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}

/** Returns the table of the records that the store keeps (server/store/record-limits.ts). */
export function recordTable(): string {
  const rows = Object.entries<RecordLimit>(recordLimits).map(([kind, { what, limit, past, metric }]) => [
    `\`${kind}\``,
    what,
    limit,
    past,
    metric ? `\`${metric}\`` : "–",
  ]);
  return tableOf([["Kind", "Record", "Limit", "Beyond it", "Metric"], ...rows]);
}

/** Returns the generated table of connections and requests. */
export function budgetTable(): string {
  const counted = ({ names, metric }: BudgetRow) =>
    [...names.map((name) => `\`${name}\``), ...(metric ? [metric] : [])].join(", ") || "–";
  return tableOf([
    ["Resource", "Limit", "Enforced in", "Beyond it", "Metric"],
    ...budgetRows.map((row) => [row.what, row.limit, row.where, row.past, counted(row)]),
  ]);
}

/** Returns the rules for Prometheus. */
export function alertRules(): object {
  const rules = alerts.map(({ alert, names, above, severity, summary }) => ({
    alert,
    expr: `sum by (instance) (increase(soria_limited_total{budget=~"${names.join("|")}"}[5m])) > ${above}`,
    labels: { severity },
    annotations: { summary, runbook: "docs/operating.md#budgets" },
  }));
  const notReady = {
    alert: "SoriaNotReady",
    expr: 'sum by (instance) (rate(soria_limited_total{budget=~"(open|bodies|uploads|work)-guests|connections"}[1m])) > 0',
    for: "1m",
    labels: { severity: "page" },
    annotations: {
      summary: `Guests are refused; after ${seconds(NOT_READY_AFTER_MS)} on end /healthz?of=ready is 503.`,
      runbook: "docs/operating.md#health",
    },
  };
  return { groups: [{ name: "soria-web", rules: [...rules, notReady] }] };
}
