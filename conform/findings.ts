import type { Basis } from "./contract";

/**
 * `fail`: against the specification, a decision, or money that is lost. `missing`: a part that was proposed and is not
 * there. `differs`: a spelling that nobody has agreed. `warn`: worth a look, counts for nothing.
 */
export type Kind = "fail" | "missing" | "differs" | "warn";

export interface Finding {
  kind: Kind;
  /** "M2.3", "store.purchase body.transactionMethod", "news.list answer". */
  rule: string;
  call: string;
  /** Exact place: `data.items[3].id`, `body.quantity`, `header Retry-After`. */
  path: string;
  found: string;
  wanted: string;
  /** Line of the specification, or section of money.md. */
  source: string;
  /** In how many rows or answers the same was found. */
  count: number;
  /** What the site does then. */
  instead?: string;
}

export const kindOf = (basis: Basis): Kind =>
  basis === "proposal" ? "missing" : basis === "open" ? "differs" : "fail";

/** What was found, what was tried, and what was not and why. */
export class Findings {
  readonly #found = new Map<string, Finding>();
  /** Rules that were tried at least once. */
  readonly tried = new Set<string>();
  /** Rules that were not tried, with the reason. */
  readonly untried = new Map<string, string>();
  /** Fields that calls.json does not have, by call. */
  readonly unknown = new Map<string, Set<string>>();
  /** What was made and is left for a person to remove. */
  readonly made: string[] = [];

  /** Records that a rule was tried; a finding says whether it holds. */
  try(...rules: string[]): void {
    for (const rule of rules) {
      this.tried.add(rule);
      this.untried.delete(rule);
    }
  }

  skip(rule: string, reason: string): void {
    if (!this.tried.has(rule) && !this.untried.has(rule)) this.untried.set(rule, reason);
  }

  /** Adds a finding, or counts it when the same was found before in another row or answer. */
  add(finding: Omit<Finding, "count">): void {
    this.try(finding.rule);
    const place = finding.path.replace(/\[\d+\]/g, "[]");
    const key = [finding.kind, finding.rule, place, finding.wanted, finding.found.replace(/\d+/g, "0")].join(
      "|",
    );
    const before = this.#found.get(key);
    if (before) before.count += 1;
    else this.#found.set(key, { ...finding, count: 1 });
  }

  list(): Finding[] {
    const order: Kind[] = ["fail", "missing", "differs", "warn"];
    return [...this.#found.values()].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  }

  has(kind: Kind, rule?: string): boolean {
    return this.list().some((one) => one.kind === kind && (rule === undefined || one.rule === rule));
  }
}
