/** Generates the tables of docs/limits.md and the rules of deploy/alerts.yaml from the limits in the code. */
import {
  IDLE_MS,
  lateLoop,
  MOST_CONNECTIONS,
  MOST_UPLOADS,
  NOT_READY_AFTER_MS,
  serverOptions,
} from "#server/http/budgets";
import { type RecordLimit, recordLimits } from "#server/store/record-limits";
import { type BudgetName, budgetNames } from "#server/observe/metrics.server";

interface BudgetRow {
  what: string;
  limit: string;
  where: string;
  past: string;
  names: BudgetName[];
  /** Another metric that counts it. */
  metric?: string;
}

interface Alert {
  alert: string;
  names: readonly BudgetName[];
  /** Threshold: number of occurrences in five minutes. */
  above: number;
  severity: "page" | "ticket";
  summary: string;
}

const number = (value: number) => value.toLocaleString("en");
const seconds = (ms: number) => `${ms / 1_000} s`;
const RETRY = "503 with Retry-After";

const late = `closed at most ${seconds(serverOptions.connectionsCheckingInterval)} later`;

export const budgetRows: BudgetRow[] = [
  {
    what: "a connection",
    limit: number(MOST_CONNECTIONS),
    where: "`server/compose/http-server.ts`",
    past: "closed; the proxy limits the connections of one visitor",
    names: [],
  },
  {
    what: "a connection on which nothing is sent or received",
    limit: seconds(IDLE_MS),
    where: "`server/compose/http-server.ts`",
    past: "closed",
    names: [],
  },
  {
    what: "a request whose headers do not arrive",
    limit: seconds(serverOptions.headersTimeout),
    where: "`server/compose/http-server.ts`",
    past: `408, ${late}`,
    names: [],
  },
  {
    what: "a request whose body does not arrive",
    limit: `${seconds(serverOptions.requestTimeout)}; the proxy waits less for a body that pauses`,
    where: "`server/compose/http-server.ts`",
    past: `408, ${late}`,
    names: [],
  },
  {
    what: "forms with an attachment in progress",
    limit: String(MOST_UPLOADS),
    where: "`server/http/remix-handler.ts`",
    past: RETRY,
    names: ["uploads"],
  },
  {
    what: "delay of the event loop, on average of half a second, four times in a row",
    limit: `${lateLoop.guestsMs} ms for guests, ${number(lateLoop.membersMs)} ms for members`,
    where: "`server/http/overload.ts`",
    past: RETRY,
    names: ["overload"],
    metric: "`nodejs_eventloop_lag_p99_seconds`",
  },
];

const rateLimited = budgetNames.slice(budgetNames.indexOf("sign-in"));
export const alerts: Alert[] = [
  {
    alert: "SoriaOverloaded",
    names: ["overload", "uploads"],
    above: 0,
    severity: "page",
    summary: "Visitors are refused: the process is overloaded, or receives too many attachments.",
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
    annotations: { summary, runbook: "docs/limits.md" },
  }));
  const notReady = {
    alert: "SoriaNotReady",
    expr: 'sum by (instance) (rate(soria_limited_total{budget="overload"}[1m])) > 0',
    for: "1m",
    labels: { severity: "page" },
    annotations: {
      summary: `Guests are refused; after ${seconds(NOT_READY_AFTER_MS)} on end /healthz?of=ready is 503.`,
      runbook: "docs/operating.md#health",
    },
  };
  return { groups: [{ name: "soria-web", rules: [...rules, notReady] }] };
}
