import type { Finding } from "../findings";
import { callOf } from "../money-rules";
import { isAsked, isImpossible, type Report } from "../runner";

export interface CallRow {
  call: string;
  pass: number;
  fail: number;
  missing: number;
  differs: number;
  untried: number;
  /** Response time percentiles in ms; undefined without responses. */
  p50: number | undefined;
  p95: number | undefined;
  findings: Finding[];
}

const percentile = (times: number[], share: number) => {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted.length === 0
    ? undefined
    : Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
};

/** Returns one row per call. Each rule counts once, by its most severe finding. */
export function callRows(report: Report): CallRow[] {
  const { findings, rules, times, contract } = report;
  const found = findings.list().filter((one) => isAsked(one.rule, report.options.rules));
  const order = ["reach", ...contract.calls.map(({ id }) => id), "tokens", "money"];
  const rows = new Map<string, CallRow>();
  for (const rule of [...new Set([...rules, ...found.map((one) => one.rule)])]) {
    const call = callOf(rule);
    const row = rows.get(call) ?? {
      ...{ call, pass: 0, fail: 0, missing: 0, differs: 0, untried: 0, findings: [] },
      p50: percentile(times.get(call) ?? [], 0.5),
      p95: percentile(times.get(call) ?? [], 0.95),
    };
    rows.set(call, row);
    const own = found.filter((one) => one.rule === rule);
    row.findings.push(...own);
    const worst = own.find(({ kind }) => kind !== "warn");
    if (worst) row[worst.kind as "fail" | "missing" | "differs"] += 1;
    else if (findings.untried.has(rule)) row.untried += 1;
    else row.pass += 1;
  }
  return [...rows.values()].sort((a, b) => order.indexOf(a.call) - order.indexOf(b.call));
}

/** Groups the rules that were not tried by reason. */
export function untriedByReason({ findings, rules }: Report): Map<string, string[]> {
  const reasons = new Map<string, string[]>();
  for (const rule of rules) {
    const reason = findings.untried.get(rule);
    if (reason !== undefined) reasons.set(reason, [...(reasons.get(reason) ?? []), rule]);
  }
  return reasons;
}

export const totalsOf = (rows: CallRow[]) =>
  rows.reduce(
    (sum, row) => ({
      pass: sum.pass + row.pass,
      fail: sum.fail + row.fail,
      missing: sum.missing + row.missing,
      differs: sum.differs + row.differs,
      untried: sum.untried + row.untried,
    }),
    { pass: 0, fail: 0, missing: 0, differs: 0, untried: 0 },
  );

/**
 * Returns the last lines of the report: three, one more when the run stopped early, or only one without a verdict.
 */
export function verdictOf(report: Report): string[] {
  const { findings, rules } = report;
  if (report.ended?.kind === "no verdict") return [`No verdict: ${report.ended.reason}.`];
  const isMoney = (rule: string) => /^M\d/.test(rule);
  const verdict = (name: string, of: (rule: string) => boolean) => {
    const count = (kind: Finding["kind"]) =>
      new Set(
        findings
          .list()
          .filter((one) => one.kind === kind && of(one.rule) && rules.includes(one.rule))
          .map(({ rule }) => rule),
      ).size;
    const untried = rules.filter(
      (rule) => of(rule) && findings.untried.has(rule) && !isImpossible(rule),
    ).length;
    const fails = count("fail");
    if (!rules.some((rule) => of(rule) && findings.tried.has(rule))) return `Nothing of ${name} was tried.`;
    const rest = [`${count("missing")} missing`, `${untried} not tried`].join(", ");
    return fails > 0
      ? `Does not conform to ${name}: ${fails} rules fail, ${rest}.`
      : `Conforms to ${name} as far as it was tried: ${rest}.`;
  };
  const part = (name: string, ...needed: string[]) => {
    const isBroken = needed.some((rule) => findings.has("fail", rule) || findings.has("missing", rule));
    const isTried = needed.every((rule) => findings.tried.has(rule));
    return `${name}=${isBroken ? "no" : isTried ? "yes" : "not tried"}`;
  };
  const parts = [
    part("keys", "M2.2", "M2.3", "M2.4", "M2.6"),
    part("list", "M6.1", "M6.2", "M9.1"),
    part("cancel", "M5.6", "M5.8"),
    part("price binding", "M3.1", "M3.2", "M9.6"),
  ];
  return [
    verdict("the specification", (rule) => !isMoney(rule)),
    verdict("money.md", isMoney),
    `What the site can use (it finds this out by itself): ${parts.join(", ")}.`,
    ...(report.ended ? [`Stopped: ${report.ended.reason}. What was done is listed above.`] : []),
  ];
}
