import type { Basis } from "../contract/types";

/**
 * `fail`: violates the specification or a decision, or loses money. `missing`: a proposed part is absent. `differs`:
 * a spelling that is not agreed. `warn`: informational, does not count.
 */
export type Kind = "fail" | "missing" | "differs" | "warn";

export interface Finding {
  kind: Kind;
  /** "M2.3", "store.purchase body.transactionMethod", "news.list answer". */
  rule: string;
  call: string;
  /** Location of the finding: `data.items[3].id`, `body.quantity`, `header Retry-After`. */
  path: string;
  found: string;
  wanted: string;
  /** Line of the specification or section of money.md. */
  source: string;
  /** Number of rows or responses with the same finding. */
  count: number;
  /** What the site does instead. */
  instead?: string;
}

/** @param isOpen whether the spelling is not agreed */
export const kindOf = (basis: Basis, isOpen = false): Kind =>
  basis === "proposed" ? "missing" : isOpen ? "differs" : "fail";

/** Collects findings, tried rules, and skipped rules with their reasons. */
export class Findings {
  readonly #found = new Map<string, Finding>();
  /** Rules that were checked at least once. */
  readonly tried = new Set<string>();
  /** Rules that were not checked, with the reason. */
  readonly untried = new Map<string, string>();
  /** Response fields that the contract does not have, by call. */
  readonly unknown = new Map<string, Set<string>>();
  /** Test data that remains in the API and has to be removed by hand. */
  readonly made: string[] = [];

  /** Marks rules as tried. A tried rule without a finding passes. */
  try(...rules: string[]): void {
    for (const rule of rules) {
      this.tried.add(rule);
      this.untried.delete(rule);
    }
  }

  skip(rule: string, reason: string): void {
    if (!this.tried.has(rule) && !this.untried.has(rule)) this.untried.set(rule, reason);
  }

  /** Adds a finding, or increments its count when it differs only in row numbers or other digits. */
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
