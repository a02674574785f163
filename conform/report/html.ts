import type { Finding } from "../findings";
import type { Report } from "../runner";
import { callRows, totalsOf, untriedByReason, verdictOf } from "./summary";

const escape = (text: unknown) => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Colours of brand/tokens.css for light, dark and print. Inlined, because the report loads no other file. */
const STYLE = `
:root{--paper:#fbf6ee;--raised:#fff;--sunken:#f3eadb;--ink:#14172e;--soft:#565a73;--line:#e4dccf;--accent:#b33a16;--good:#0f7d63;--bad:#b3261e;--open:#6b3f83;color-scheme:light}
@media (prefers-color-scheme:dark){:root{--paper:#14172e;--raised:#1e1d47;--sunken:#1a1a3a;--ink:#fff1dc;--soft:#c9c3d6;--line:#4a4575;--accent:#ff7a59;--good:#7fe3c4;--bad:#ffb4ab;--open:#d9b8ec;color-scheme:dark}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 Sora,"Noto Sans",system-ui,sans-serif}
.sky{height:.5rem;background:linear-gradient(90deg,#14172e,#3a2f78 35%,#b9536e 65%,#ee7658 85%,#ffc27a)}
main{max-width:72rem;margin:0 auto;padding:2rem clamp(1rem,4vw,3rem) 4rem}
h1{font-size:1.75rem;margin:0 0 .25rem}h2{font-size:1.2rem;margin:2.5rem 0 .75rem}
p{margin:.25rem 0}.soft{color:var(--soft)}
.verdict{background:var(--raised);border:1px solid var(--line);border-left:.4rem solid var(--good);border-radius:.75rem;padding:1rem 1.25rem;margin:1.5rem 0}
.verdict.bad{border-left-color:var(--bad)}
.finding{background:var(--raised);border:1px solid var(--line);border-radius:.75rem;padding:.75rem 1rem;margin:.6rem 0;break-inside:avoid}
.finding h3{font-size:1rem;margin:0;overflow-wrap:anywhere}.kind{font-weight:700}
.fail .kind{color:var(--bad)}.missing .kind,.warn .kind{color:var(--accent)}.differs .kind{color:var(--open)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:.4rem 0 0}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;background:var(--raised)}
caption{text-align:left;color:var(--soft);padding-bottom:.4rem}
th,td{padding:.35rem .6rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}th:first-child,td:first-child{text-align:left}
thead th{background:var(--sunken)}tbody th{font-weight:400}td.some{font-weight:700;color:var(--bad)}
li{overflow-wrap:anywhere}code{font-family:ui-monospace,monospace;font-size:.92em}
@media print{:root{--paper:#fff;--raised:#fff;--sunken:#eee;--ink:#000;--soft:#333;--line:#999;--accent:#000;--good:#000;--bad:#000;--open:#000;color-scheme:light}body{font-size:11px}main{max-width:none;padding:0}.sky{display:none}h2{break-after:avoid}}`;

const KINDS: Record<Finding["kind"], [string, string]> = {
  fail: ["Fails", "Against the specification, a decision or a rule for money."],
  missing: [
    "Missing",
    "Proposed parts that the API does not have; what the site does instead stands with each.",
  ],
  differs: ["Differs", "Spellings that nobody has agreed yet."],
  warn: ["Worth a look", "Counts for nothing."],
};

function findingOf({ kind, rule, path, found, wanted, source, count, instead, call }: Finding): string {
  const row = (name: string, value: string) => `<dt>${name}</dt><dd>${escape(value)}</dd>`;
  return `<article class="finding ${kind}"><h3><span class="kind">${kind.toUpperCase()}</span> ${escape(rule)}</h3><dl>
${row("Call", call)}${row("Place", path)}${row("Found", found)}${row("Wanted", wanted)}${instead === undefined ? "" : row("The site then", instead)}${row("Source", source)}${count > 1 ? row("Times", String(count)) : ""}</dl></article>`;
}

/** Renders the report as one HTML file without scripts or external resources, with failures first. */
export function htmlOf(report: Report): string {
  const rows = callRows(report);
  const totals = totalsOf(rows);
  const findings = rows.flatMap((row) => row.findings);
  const sections = (Object.keys(KINDS) as Finding["kind"][]).map((kind) => {
    const own = findings.filter((one) => one.kind === kind);
    const [title, about] = KINDS[kind];
    return own.length === 0
      ? ""
      : `<section><h2>${title} (${own.length})</h2><p class="soft">${about}</p>${own.map(findingOf).join("\n")}</section>`;
  });
  const cell = (n: number, isBad = false) => `<td${isBad && n > 0 ? ' class="some"' : ""}>${n}</td>`;
  const table = rows.map(
    (row) =>
      `<tr><th scope="row">${escape(row.call)}</th>${cell(row.pass)}${cell(row.fail, true)}${cell(row.missing)}${cell(row.differs)}${cell(row.untried)}<td>${row.p50 === undefined ? "" : `${row.p50}/${row.p95}`}</td></tr>`,
  );
  const list = (title: string, lines: string[]) =>
    lines.length === 0
      ? ""
      : `<section><h2>${title}</h2><ul>${lines.map((line) => `<li>${escape(line)}</li>`).join("\n")}</ul></section>`;
  const verdict = verdictOf(report);
  const isBad = totals.fail > 0 || report.ended !== undefined;
  return report.mask.text(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Conformance of ${escape(report.options.url)}</title>
<style>${STYLE}</style>
</head>
<body>
<div class="sky"></div>
<main>
<h1>Conformance report</h1>
<p class="soft">${escape(report.options.url)}, ${report.requests} requests, ${report.rules.length} rules, ${(report.took / 1000).toFixed(1)} s</p>
<div class="verdict${isBad ? " bad" : ""}">${verdict.map((line) => `<p>${escape(line)}</p>`).join("\n")}</div>
${sections.join("\n")}
<section><h2>Calls</h2><div class="scroll"><table><caption>Rules of each call, each counted once</caption>
<thead><tr><th scope="col">Call</th><th scope="col">Pass</th><th scope="col">Fail</th><th scope="col">Missing</th><th scope="col">Differs</th><th scope="col">Not tried</th><th scope="col">ms p50/p95</th></tr></thead>
<tbody>${table.join("\n")}</tbody>
<tfoot><tr><th scope="row">Total</th>${cell(totals.pass)}${cell(totals.fail, true)}${cell(totals.missing)}${cell(totals.differs)}${cell(totals.untried)}<td></td></tr></tfoot></table></div></section>
${list(
  "Not tried",
  [...untriedByReason(report)].map(([reason, rules]) => `${reason}: ${rules.join(", ")}`),
)}
${list(
  "Fields that the contract does not have",
  [...report.findings.unknown].map(([call, names]) => `${call}: ${[...names].join(", ")}`),
)}
${list("Made, for a person to remove", report.findings.made)}
</main>
</body>
</html>
`);
}
