import type { Report } from "../runner";
import { callRows, totalsOf, untriedByReason, verdictOf, type CallRow } from "./summary";

const cells = (row: Omit<CallRow, "call" | "findings">) =>
  [row.pass, row.fail, row.missing, row.differs, row.untried]
    .map((n, i) => String(n).padStart([5, 5, 8, 8, 10][i] ?? 5))
    .join("");

const LEFT = 24;

/** Renders the report for a terminal: one row per call, one line per finding. */
export function tableOf(report: Report): string {
  const rows = callRows(report);
  const lines = [`${"CALL".padEnd(LEFT)} PASS FAIL MISSING DIFFERS NOT TRIED   ms p50/p95`];
  for (const row of rows) {
    const time = row.p50 === undefined ? "" : `   ${row.p50}/${row.p95}`;
    lines.push(`${row.call.padEnd(LEFT)}${cells(row)}${time}`);
    for (const { kind, rule, path, found, wanted, source, count, instead } of row.findings) {
      const place = rule.endsWith(` ${path}`) ? rule : `${rule}  ${path}`;
      const times = count > 1 ? `  (${count} times)` : "";
      const then = instead === undefined ? "" : ` → ${instead}`;
      lines.push(
        `  ${kind.toUpperCase().padEnd(7)} ${place}  ${found}, wanted: ${wanted}${then}${times}  ${source}`,
      );
    }
  }
  const totals = totalsOf(rows);
  lines.push(`${"TOTAL".padEnd(LEFT)}${cells({ ...totals, p50: undefined, p95: undefined })}`, "");
  const unknown = [...report.findings.unknown].map(([call, names]) => `  ${call}: ${[...names].join(", ")}`);
  if (unknown.length > 0)
    lines.push("Fields that the contract does not have (no fault; the site ignores them):", ...unknown, "");
  const reasons = [...untriedByReason(report)].map(([reason, rules]) => `  ${reason}: ${rules.join(", ")}`);
  if (reasons.length > 0) lines.push("Not tried:", ...reasons.map(cut), "");
  const { made } = report.findings;
  if (made.length > 0) lines.push("Made, for a person to remove:", ...made.map((one) => `  ${one}`), "");
  lines.push(
    `${report.requests} requests, ${report.rules.length} rules, ${(report.took / 1000).toFixed(1)} s`,
  );
  lines.push(...verdictOf(report));
  return report.mask.text(lines.join("\n"));
}

const cut = (line: string) => (line.length > 240 ? `${line.slice(0, 239)}…` : line);
