import type { Report } from "../runner";
import { exitCodeOf } from "../runner";
import { callRows, totalsOf, untriedByReason, verdictOf } from "./summary";

/** Renders the whole run as JSON, without secrets or personal data. */
export function jsonOf(report: Report): string {
  const rows = callRows(report);
  const {
    email: _email,
    password: _password,
    second: _second,
    walletKey: _walletKey,
    ...options
  } = report.options;
  const whole = {
    options,
    exitCode: exitCodeOf(report),
    verdict: verdictOf(report),
    requests: report.requests,
    seconds: Math.round(report.took / 100) / 10,
    totals: totalsOf(rows),
    calls: rows,
    notTried: Object.fromEntries(untriedByReason(report)),
    unknownFields: Object.fromEntries(
      [...report.findings.unknown].map(([call, names]) => [call, [...names]]),
    ),
    made: report.findings.made,
    exchanges: report.exchanges,
  };
  return `${report.mask.text(JSON.stringify(whole, null, 2))}\n`;
}
