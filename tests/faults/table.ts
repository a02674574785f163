import { beforeEach } from "vitest";
import { getCurrentTest } from "vitest/suite";
import type { FaultRow } from "../kit/runner/fault-rows";

/** Assigns the tests of a file or a `describe` to a row of the fault table. */
export function inRow(row: FaultRow): void {
  beforeEach(({ task }) => {
    task.meta.faultRow = row;
    task.meta.figures = [];
    task.meta.times = {};
  });
}

function measured() {
  const { figures, times } = getCurrentTest()?.meta ?? {};
  if (!figures || !times) throw new Error("The test is in no row of the fault table; see inRow.");
  return { figures, times };
}

/** Adds a figure of the running test to the table. */
export function figure(text: string): void {
  measured().figures.push(text);
}

/** Adds a duration. The table shows the longest of each name. */
export function took(what: string, ms: number): void {
  (measured().times[what] ??= []).push(ms);
}

/** Returns the p-th percentile (0 to 1) of times, rounded to ms. */
export function percentile(times: readonly number[], p: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? 0);
}
